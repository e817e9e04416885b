/** The names of time zones that this browser knows, with one that it may not: the service and the machine know others, such as UTC. */
export function zonesWith(zone: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.includes(zone) ? zones : [zone, ...zones];
}
