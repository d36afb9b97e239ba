/** "about 3 s", "about 5 min": an estimate deserves no more. */
export function durationWords(seconds: number): string {
  if (seconds < 1) return 'under a second'
  if (seconds < 90) return `about ${Math.round(seconds)} s`
  if (seconds < 5_400) return `about ${Math.round(seconds / 60)} min`
  return `about ${Math.round(seconds / 3_600)} h`
}
