import type { KeyWords } from './words-en.ts';

export const keysFi: KeyWords = {
  help: 'Näytä pikanäppäimet',
  palette: 'Haku ja toiminnot',
  search: 'Hae luettelosta',
  create: 'Uusi artikkeli',
  go: 'Siirry artikkeleihin',
  goInbox: 'Siirry saapuneisiin',
  decide: 'Saapuneissa: hyväksy, hylkää, muokkaa, kumoa',
  goCalendar: 'Siirry kalenteriin',
  move: 'Siirry alas ja ylös',
  select: 'Valitse',
  range: 'Valitse alue',
  open: 'Avaa',
  back: 'Takaisin, tai poista valinta',
  off: 'Yhden kirjaimen pikanäppäimet on poistettu käytöstä tilivalikossa.',
};
