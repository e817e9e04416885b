/** A submission of a form as an article: plain text becomes paragraphs, the first picture is the cover. */
import { escapeText } from 'entities';
import { type FeedItem, sentBy } from './feed.ts';
import { guestItem, type Offer } from './guest.ts';

interface Submitted {
  title?: string;
  text: string;
  name?: string;
  email?: string;
}

const LONGEST_TITLE = 80;
/** What cameras and phones send. A drawing (SVG) would be a program that anyone lets us run. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** `pictures` are paths of files. The sender's address is not published; rules and blocks see it. */
export function submittedItem(id: string, submitted: Submitted, pictures: string[], now: Date): FeedItem {
  const item = guestItem(id, submittedOffer(submitted, pictures), now);
  const sender = submitted.email ?? '';
  return { ...item, content: { ...item.content, ...sentBy(sender) }, sender };
}

function submittedOffer(submitted: Submitted, pictures: string[]): Offer {
  const [cover = null, ...others] = pictures;
  return {
    title: titleOf(submitted),
    body: paragraphs(submitted.text) + others.map((path) => `<p><img src="${path}" alt=""></p>`).join(''),
    author: submitted.name?.trim() ?? '',
    cover_url: cover,
  };
}

/** Without a headline, the beginning of the text. */
function titleOf({ title, text }: Submitted): string {
  if (title?.trim()) return title.trim();
  const [line = ''] = text.trim().split('\n');
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).toWellFormed()}…` : line;
}

export const paragraphs = (text: string) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeText(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
