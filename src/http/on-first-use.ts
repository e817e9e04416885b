/**
 * A function that is made when it is first called. Compiling the schemas of all routes took 0.1 to 0.3 s of CPU at each start; a
 * process uses few of them.
 */
export function onFirstUse<A extends unknown[], R>(make: () => (...given: A) => R): (...given: A) => R {
  let made: ((...given: A) => R) | null = null;
  return (...given) => {
    made ??= make();
    return made(...given);
  };
}
