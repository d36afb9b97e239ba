/**
 * What strangers ask in their first minute, written before the shelves of the demo market were, and never used to write them. `about`
 * tells a text that is on the subject.
 */
export const EVERYDAY_QUESTIONS: readonly { title: string; about: RegExp }[] = [
  { title: 'How do I get limescale out of my kettle?', about: /kettle|limescale/i },
  { title: 'My bicycle chain keeps falling off, what should I check?', about: /chain/i },
  { title: 'Why is one radiator cold at the top while the others are warm?', about: /radiator/i },
  { title: 'The leaves of my tomato plants are turning yellow. What is wrong?', about: /tomato|yellow/i },
  { title: 'How much sunscreen should I put on, and how often?', about: /sunscreen/i },
  { title: 'What is the difference between a debit card and a credit card?', about: /debit|credit card/i },
  { title: 'Is it “less people” or “fewer people”?', about: /fewer/i },
  { title: 'What drill bit do I need for a brick wall?', about: /drill|masonry/i },
  { title: 'How often should I feed a ten week old puppy?', about: /pupp/i },
  { title: 'Why does fog form in the morning?', about: /fog/i },
  {
    title: 'My laptop has become very slow. What can I do before buying a new one?',
    about: /laptop|computer/i,
  },
  { title: 'How early should I be at the airport for a flight abroad?', about: /airport|flight/i },
  { title: 'How long does an opened jar of mayonnaise keep in the fridge?', about: /mayonnaise/i },
  { title: 'Can I take a passport photo with my phone?', about: /passport/i },
  { title: 'How do I get red wine out of a white tablecloth?', about: /wine|stain/i },
]
