/** Follows the headings above the present place of a document. */
export function headingPath() {
  let path: { level: number; text: string }[] = []
  return {
    /** A heading ends those of its own level and below. */
    enter(level: number, text: string) {
      path = [...path.filter((heading) => heading.level < level), { level, text }]
    },
    texts: (): string[] => path.map((heading) => heading.text),
  }
}
