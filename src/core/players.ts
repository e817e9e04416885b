/** The players that articles may embed. Apart from the rest of the policy, so that only the editor loads them. */

/** The permissions (`allow`) that a player may have; not camera, microphone or geolocation. */
export const PLAYER_FEATURES: ReadonlySet<string> = new Set(
  'accelerometer autoplay clipboard-write encrypted-media fullscreen gyroscope picture-in-picture web-share'.split(' '),
);

/** Known players: the host, and the prefix of the path of its embeds. */
export const PLAYERS: readonly (readonly [host: string, path: string])[] = [
  ['www.youtube.com', '/embed/'],
  ['youtube.com', '/embed/'],
  ['www.youtube-nocookie.com', '/embed/'],
  ['player.vimeo.com', '/'],
  ['open.spotify.com', '/embed'],
  ['podcasters.spotify.com', '/pod/'],
  ['creators.spotify.com', '/pod/'],
  ['w.soundcloud.com', '/player'],
  ['www.instagram.com', '/'],
  ['www.facebook.com', '/plugins/'],
  ['platform.twitter.com', '/'],
  ['platform.x.com', '/'],
  ['www.tiktok.com', '/embed'],
  ['www.tiktok.com', '/player/'],
  ['www.dailymotion.com', '/embed/'],
  ['geo.dailymotion.com', '/player'],
  ['player.twitch.tv', '/'],
  ['clips.twitch.tv', '/embed'],
  ['www.twitch.tv', '/embed/'],
  ['bandcamp.com', '/EmbeddedPlayer'],
  ['datawrapper.dwcdn.net', '/'],
  ['flo.uri.sh', '/'],
  ['public.flourish.studio', '/'],
  ['www.google.com', '/maps/embed'],
  ['www.google.com', '/maps/d/embed'],
  ['www.google.com', '/maps/d/u/'],
  ['maps.google.com', '/maps'],
  ['www.openstreetmap.org', '/export/embed.html'],
  ['commons.wikimedia.org', '/wiki/File:'],
  ['upload.wikimedia.org', '/'],
  ['areena.yle.fi', '/'],
  ['arenan.yle.fi', '/'],
  ['player.yle.fi', '/'],
  ['e.infogram.com', '/'],
  ['infogram.com', '/'],
  ['cdn.knightlab.com', '/libs/'],
  ['uploads.knightlab.com', '/'],
];

/** The address as browsers normalize it, or the host of an unknown player; no host if it is no https address. */
export function playerAddress(src: string): { href: string } | { host: string | undefined } {
  // Without the slashes browsers treat it as a relative path.
  const url = /^[\0- ]*https:\/\//i.test(src) && URL.canParse(src) ? new URL(src) : undefined;
  if (url === undefined) return { host: undefined };
  const isKnown = PLAYERS.some(([host, path]) => url.host === host && url.pathname.startsWith(path));
  return isKnown && url.username === '' && url.password === '' ? { href: url.href } : { host: url.host };
}

/** A permission of `allow`, such as `autoplay` or `fullscreen *`. */
export function isPlayerFeature(directive: string): boolean {
  return directive.trim() === '' || PLAYER_FEATURES.has(/^\s*(\S*)/.exec(directive)?.[1] ?? '');
}
