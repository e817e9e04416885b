/** The pictures of the demo: files of public/demo, which go into the library as any upload does. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RequestError } from '../core/errors.ts';
import { filePath } from '../core/media-address.ts';
import type { Actor } from '../core/rights.ts';
import type { Tx } from '../db/transaction.ts';
import { localFile } from '../features/media/local-file.ts';
import { mediaById } from '../features/media/queries.ts';
import { type PreparedFile, prepareFile, writeItem } from '../features/media/receive.ts';
import type { MediaTools } from '../features/media/tools.ts';

const FOLDER = fileURLToPath(new URL('../../public/demo/', import.meta.url));
const DEMO_SITE = 1;
/** On a busy machine a picture may time out during start; the demo is filled without it. */
const TRIES = 20;

const ALT_TEXTS: Record<string, string> = {
  aurora: 'Northern lights over two houses by the sea',
  'author-aino': 'Portrait of Aino Lindqvist',
  'author-eero': 'Portrait of Eero Kallio',
  'author-jorgen': 'Portrait of Jörgen Åström',
  'author-sanni': 'Portrait of Sanni Mäkelä',
  'author-tomas': 'Portrait of Tomás Ibarra',
  'author-ulla': 'Portrait of Ulla Söderholm',
  birds: 'A flock of birds in formation over the setting sun',
  boatyard: 'The ribs of a wooden boat under construction',
  chart: 'A sea chart with depth lines around an island and a compass rose',
  coffee: 'A steaming cup of coffee beside a loaf of bread',
  column: 'A pattern of red, blue and white shapes',
  concert: 'An audience under three spotlights',
  council: 'The seats of a council in a half circle',
  ferry: 'A yellow and white ferry on a calm sea',
  fog: 'A sailing boat in the fog before wooded islands',
  garden: 'Flowers in front of three beehives',
  harbour: 'Sailing boats at sunset',
  library: 'Shelves full of books',
  lighthouse: 'A red and white lighthouse shining at night',
  market: 'Three market stalls with striped awnings',
  midsummer: 'People around a midsummer pole with two wreaths',
  notebook: 'A pattern of cream, coral and dark blue shapes',
  plate: 'Three herring and a slice of lemon on a plate',
  post: 'A yellow letter box with four letters around it',
  programme: 'A pattern of yellow, coral and green shapes',
  rowing: 'Three rowers in high waves',
  sauna: 'A sauna on stilts above the sea, with smoke from its chimney',
  storm: 'A ferry in high waves and rain',
  supper: 'Three herring on a plate, on a striped tablecloth',
  theatre: 'A lamp in a spotlight between red curtains',
  town: 'Lit windows of a town at night under the moon',
  winter: 'Three houses in the snow before hills',
};

/** Their bytes, before the transaction that writes the rows. */
export async function preparePictures(media: MediaTools): Promise<PreparedFile[]> {
  const names = (await readdir(FOLDER)).sort();
  return Promise.all(names.map((name) => prepare(media, name)));
}

async function prepare(media: MediaTools, name: string): Promise<PreparedFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prepareFile(media, await localFile(join(FOLDER, name)));
    } catch (error) {
      const isTemporary = error instanceof RequestError && error.status === 503;
      if (!isTemporary || attempt === TRIES) throw error;
    }
  }
}

/** The paths of the pictures by their names, `harbour` for harbour.webp. */
export async function fillPictures(
  tx: Tx,
  media: MediaTools,
  prepared: PreparedFile[],
  caller: Actor,
): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const one of prepared) {
    const name = one.file.name.replace(/\.webp$/, '');
    const fields = { alt_text: ALT_TEXTS[name] ?? null };
    const id = await writeItem(tx, media, one, { siteId: DEMO_SITE, origin: 'upload', caller, fields });
    if (id !== null) paths.set(name, filePath(await mediaById(tx, DEMO_SITE, id)));
  }
  return paths;
}
