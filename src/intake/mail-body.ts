/** The text of the article of a message, with its files. */
import { sanitizing } from '../core/html.ts';
import type { MailText, ReadMail } from '../core/intake/mail.ts';
import { filesBelow, htmlBody, textBody } from '../core/intake/mail-text.ts';
import { inTurns } from '../jobs/in-turns.ts';
import type { StoredFiles } from './mail-files.ts';

const COVER_WIDTH = 200;

/** HTML, else text; below it the files that it does not show. */
export async function textOf(mail: ReadMail, { files }: StoredFiles): Promise<MailText> {
  const pictures = new Map(files.flatMap(({ id, path }) => (id === '' ? [] : [[id, path] as const])));
  const own = mail.html.trim() === '' ? textBody(mail.text) : await cleanHtml(mail.html, pictures);
  // What is inline and not shown was in the signature or the quote.
  const others = files.filter(({ path, isInline }) => !isInline && !own.includes(path));
  const cover = others.find(({ isPicture, width }) => isPicture && width >= COVER_WIDTH);
  return { body: own + filesBelow(others.filter((file) => file !== cover)), cover: cover?.path ?? null };
}

/** What follows an element that was not closed, such as a style, would be a part of it. */
async function cleanHtml(html: string, pictures: ReadonlyMap<string, string>): Promise<string> {
  return (await inTurns(sanitizing(await inTurns(htmlBody(html, pictures))))).html;
}
