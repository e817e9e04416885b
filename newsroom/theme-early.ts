/** Runs before the first paint, so that a remembered theme never flashes the other one. */
import { rememberedTheme, schemeOf } from './theme-choice.ts';

document.documentElement.dataset.mantineColorScheme = schemeOf(rememberedTheme());
