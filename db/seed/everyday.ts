/** Subjects that the demo market's shelves are about, each with a question that they answer. */
export const EXAMPLES: readonly { subject: string; question: string }[] = [
  { subject: 'Kitchen', question: 'How long does boiling an egg take?' },
  { subject: 'Cleaning', question: 'How do I unblock a slow kitchen drain?' },
  { subject: 'Heating and water', question: 'Why does my toilet keep running?' },
  { subject: 'Bicycles', question: 'How do I mend a flat bicycle tyre?' },
  { subject: 'Tools', question: 'How do I get out a screw with a worn head?' },
  { subject: 'Computers', question: 'What do I do with a wet telephone?' },
  { subject: 'Plants', question: 'When should I prune roses?' },
  { subject: 'Animals', question: 'What must dogs not eat?' },
  { subject: 'Weather', question: 'How far away is thunder and lightning?' },
  { subject: 'Health', question: 'How do I cool a burn?' },
  { subject: 'Money', question: 'Is renting or buying a home cheaper?' },
  { subject: 'English', question: 'Do I write affect or effect?' },
  { subject: 'Travelling', question: 'How do I get over jet lag?' },
]
