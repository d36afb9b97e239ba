/** "annual-report_2025.pdf" → "annual report 2025". */
export function titleOfName(name: string): string {
  const bare = name.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, '')
  return bare.replace(/[_-]+/g, ' ').trim() || name
}
