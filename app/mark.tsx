/** The mark of the site as a drawing for pictures, where no style sheet and no scheme of colours is known. */
export function Mark({ size }: { size: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="none">
      <path d="M12 5 18 17" stroke="#1a211d" strokeWidth="2" opacity=".5" />
      <circle cx="19" cy="19.25" r="2.75" stroke="#1a211d" strokeWidth="2" opacity=".65" />
      <path d="M12 5 5 19" stroke="#274392" strokeWidth="2.5" />
      <circle cx="5" cy="19.25" r="3.75" fill="#274392" />
      <circle cx="12" cy="5" r="4" fill="#1a211d" />
    </svg>
  )
}
