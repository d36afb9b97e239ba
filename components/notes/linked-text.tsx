/** An address in a text; what ends a sentence after it is not part of it. */
const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}’”])/

/** What somebody wrote, with the addresses in it as links: sources are there to be opened. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, place) =>
    place % 2 === 1 && URL.canParse(part) ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which is never reordered.
        key={place}
        href={part}
        target="_blank"
        rel="nofollow noopener noreferrer ugc"
        className="underline [overflow-wrap:anywhere]"
      >
        {part}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    ) : (
      part
    ),
  )
}
