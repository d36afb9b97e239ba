/** The library ships no types; this is the one function that the lab calls. */
declare module 'jstat' {
  export const studentt: { inv(p: number, degreesOfFreedom: number): number }
}
