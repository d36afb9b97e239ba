/** The library ships no types; this is the one function that the lab calls. */
declare module 'jstat' {
  const jstat: { studentt: { inv(p: number, degreesOfFreedom: number): number } }
  export default jstat
}
