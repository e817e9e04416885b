import type { DemoArticle } from './article.ts';
import { filmsAndPictures } from './films-and-pictures.ts';
import { fromTheWeb } from './from-the-web.ts';
import { harbourLife } from './harbour-life.ts';
import { notYetPublic } from './not-yet-public.ts';
import { outerIslands } from './outer-islands.ts';
import { ruoka } from './ruoka.ts';
import { saaristonArki } from './saariston-arki.ts';
import { stageAndPage } from './stage-and-page.ts';
import { townAndCouncil } from './town-and-council.ts';

/** Oldest first, as they were published. */
export const articles: DemoArticle[] = [
  ...harbourLife,
  ...townAndCouncil,
  ...stageAndPage,
  ...outerIslands,
  ...ruoka,
  ...saaristonArki,
  ...filmsAndPictures,
  ...fromTheWeb,
  ...notYetPublic,
].sort((a, b) => b.days - a.days);
