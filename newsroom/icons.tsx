/** Icons of 16 units, drawn with lines of the text's colour. They are decoration: the control beside them has a name. */

const PATHS = {
  article: 'M3 2.5h7l3 3v8H3zM10 2.5v3h3M5.5 8h5M5.5 10.5h5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  inbox: 'M2.500 9.500 4.500 3h7l2 6.500v4h-11zM2.500 9.500H6l1 1.500h2l1-1.500h3.500',
  feed: 'M3 12.500h.01M3 8a5 5 0 0 1 5 5M3 3.500A9.500 9.500 0 0 1 12.500 13',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2',
  chevron: 'M4.5 6.5 8 10l3.5-3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  person: 'M8 8.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.8 14c.5-2.6 2.5-4 5.2-4s4.7 1.4 5.2 4',
  people:
    'M6 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M1.5 13.500c.4-2.3 2.100-3.500 4.500-3.500s4.100 1.200 4.500 3.500M10.5 3.200a2.500 2.500 0 0 1 0 4.600M12 10.200c1.400.4 2.300 1.500 2.500 3.300',
  settings: 'M2.5 4.500h4M9.5 4.500h4M2.5 8h7M12.500 8h1M2.5 11.500h1M6.5 11.500h7M8 3v3M11 6.500v3M5 10v3',
  key: 'M5.5 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6M7.6 7.900 13 2.500M10.5 5l2 2',
  send: 'M2.500 8 13.500 2.500 11 13.500 7.500 9zM7.500 9l6-6.500',
  pulse: 'M2 8.500h3l2-5 3 9 1.500-4H14',
  log: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  external: 'M9.5 3H13v3.500M13 3 7.5 8.500M11.5 9.500V13H3V4.500h3.5',
  trash: 'M3 4.500h10M6.5 4.500V3h3v1.500M4.5 4.500l.5 8.500h6l.5-8.5',
  bookmark: 'M4.5 2.500h7v11L8 10.5 4.5 13.500z',
  filter: 'M2.5 3.500h11L9.5 8.500v4l-3 1v-5z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  grip: 'M4 5.500h8M4 8h8M4 10.500h8',
  picture: 'M2.500 3h11v10h-11zM2.500 11l3.500-3.500 2.500 2.500 2-2 3 3M10.500 6h.01',
  page: 'M3.500 2.500h9v11h-9zM5.500 5.500h5M5.500 8h5M5.500 10.500h3',
  tag: 'M2.500 7.500v-5h5l6 6-5 5zM5.500 5.500h.01',
  section: 'M2.500 3.500h11v9h-11zM2.500 6.500h11M8 6.500v6',
  issue:
    'M8 4.500C6.500 3 4.500 3 2.500 3v9.500c2 0 4 0 5.500 1.500 1.500-1.500 3.500-1.500 5.500-1.500V3c-2 0-4 0-5.500 1.500zM8 4.500V14',
  star: 'M8 2.500l1.700 3.600 3.800.5-2.800 2.700.7 3.900L8 11.300l-3.400 1.900.7-3.900-2.800-2.700 3.800-.5z',
  event: 'M2.500 3.500h11v10h-11zM2.500 6.500h11M5.500 2v3M10.500 2v3M8 9.500h.01',
  eye: 'M1.500 8C3 5 5.300 3.500 8 3.500S13 5 14.500 8C13 11 10.700 12.500 8 12.500S3 11 1.500 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  hidden:
    'M1.500 8C3 5 5.300 3.500 8 3.500S13 5 14.500 8C13 11 10.700 12.500 8 12.500S3 11 1.500 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4M2.500 13.500l11-11',
  calendar: 'M2.500 3.500h11v10h-11zM2.500 6.500h11M5.500 2v3M10.500 2v3M5 9h2M9 9h2M5 11.500h2',
  pin: 'M6 2.500h4l-.5 4 2.500 2.500v1.500H4V9l2.500-2.500zM8 10.500V14',
  plus: 'M8 3v10M3 8h10',
  chart: 'M2.500 13.500h11M4.500 11V8M8 11V3.500M11.500 11V6',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5l3-3M3 6.5l3 3',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg aria-hidden="true" className="icon" fill="none" height={size} viewBox="0 0 16 16" width={size}>
      <path
        d={PATHS[name]}
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        // Dots need more than lines.
        strokeWidth={name === 'more' ? 2.25 : 1.3}
      />
    </svg>
  );
}
