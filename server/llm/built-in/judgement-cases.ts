/**
 * Everyday questions with three offers each, of like length and price: one that is right, a bait whose teaser repeats the question
 * and whose text is of something else, and one that is confidently wrong. What an inspector buys of them is its mark
 * (`judgement.test.ts`). `written`: cases that were looked at while the inspector was written; `kept`: cases that were not.
 */
export type JudgementCase = { title: string; right: string; bait: string; wrong: string }

export const WRITTEN: readonly JudgementCase[] = [
  {
    title: 'How heavy a lorry may cross the mill bridge?',
    right: 'The sign at the mill bridge limits lorries to 3.5 tonnes since the survey of the arches.',
    bait: 'Our bakery sells fresh rolls, rye bread and cakes on every weekday from six until noon.',
    wrong: 'The mill bridge was strengthened, so lorries of up to 30 tonnes cross it every day.',
  },
  {
    title: 'At what temperature should I wash wool?',
    right: 'Wool keeps its shape when you wash it at 30 degrees or cooler; hotter water felts it.',
    bait: 'Merino sheep came to Australia from Spain and were soon bred in very large flocks.',
    wrong: 'Wash wool at 60 degrees, because the heat kills moths and the fibres do not mind it.',
  },
  {
    title: 'Is raw elderberry safe to eat?',
    right: 'Raw elderberry is poisonous: it holds cyanogenic glycosides that only cooking destroys.',
    bait: 'The village choir sings carols in the market hall on each of the Sundays in Advent.',
    wrong: 'Raw elderberry is safe and healthy, and people have eaten handfuls of it for centuries.',
  },
  {
    title: 'How often must I change the water of a goldfish bowl?',
    right: 'Change a third of the water in the goldfish bowl every 7 days; tests show ammonia after that.',
    bait: 'A golden ring should be polished with a soft cloth and kept apart from silver things.',
    wrong: 'The water of a goldfish bowl needs a change every 90 days, because goldfish are hardy.',
  },
  {
    title: 'Do tomatoes ripen faster beside bananas?',
    right: 'Tomatoes ripen faster beside bananas, because bananas give off ethylene while they ripen.',
    bait: 'Bowling clubs hire out shoes in every common size, and socks are sold at the desk.',
    wrong: 'Tomatoes do not ripen faster beside bananas; they ripen by light alone, on a sunny sill.',
  },
  {
    title: 'How long does a passport renewal take in Leeds?',
    right: 'The Leeds office renews a passport in 3 weeks at present; I had mine back in May.',
    bait: 'Leeds United drew away from home and have not won a game since the end of March.',
    wrong: 'A passport renewal takes 10 weeks in Leeds at present, because so many people are away.',
  },
  {
    title: 'Can I mix bleach with vinegar to clean the bath?',
    right: 'Never mix bleach with vinegar: they give off chlorine, which is a dangerous gas.',
    bait: 'Roman baths had a cold room, a warm room and a hot room with a heated floor.',
    wrong: 'Mixing bleach with vinegar is safe and makes both of them clean the bath better.',
  },
  {
    title: 'What tyre pressure does the Brompton want?',
    right: 'The Brompton wants 100 psi in its standard tyres; the number stands on their side.',
    bait: 'A choir of blackbirds wakes our whole street at four in every morning of the spring.',
    wrong: 'Keep the standard tyres of a Brompton at 40 psi, or the spokes break within a month.',
  },
  {
    title: 'Does aspirin thin the blood for more than a day?',
    right: 'Aspirin blocks platelets for their whole life, so the blood stays thin for about 8 days.',
    bait: 'Thin pancakes want an hour of rest before frying and a very hot pan without much fat.',
    wrong: 'Aspirin leaves the blood after 6 hours, and clotting is as before on the same evening.',
  },
  {
    title: 'When does the ferry to Iona stop running in the evening?',
    right: 'The last ferry to Iona leaves Fionnphort at 18:00; in winter the evening one is dropped.',
    bait: 'Fairy lights use little power, and most of them run from two ordinary batteries.',
    wrong: 'The ferry to Iona runs until 22:30 every evening, so there is no need to hurry there.',
  },
  {
    title: 'Is the Brenner motorway free of tolls?',
    right: 'The Brenner motorway is not free: a toll is taken at Schönberg besides the vignette.',
    bait: 'Tollund Man was found in a bog in Denmark and is shown in a museum in Silkeborg.',
    wrong: 'The Brenner motorway is free of any toll for cars, whatever the signs before it say.',
  },
  {
    title: 'How many eggs does a recipe for six crêpes need?',
    right: 'For six crêpes take 2 eggs to a cup of flour; with more eggs crêpes turn into omelette.',
    bait: 'Ostriches lay the largest of all eggs, and lions roll them about without breaking them.',
    wrong: 'Six crêpes need 7 eggs, since the eggs are what holds crêpes together in the pan.',
  },
]

export const KEPT: readonly JudgementCase[] = [
  {
    title: 'How deep should I plant garlic?',
    right: 'Plant garlic 5 centimetres deep with the tip up; at that depth frost does not lift it.',
    bait: 'Deep sea cables are laid by ships that carry thousands of kilometres in their hold.',
    wrong: 'Garlic goes 25 centimetres deep into the ground, or birds pull it out within a week.',
  },
  {
    title: 'Is it safe to reheat cooked rice the next day?',
    right: 'Reheated rice is safe when it was cooled within an hour and kept cold until the next day.',
    bait: 'The next train to Crewe leaves from platform four and calls at every single station.',
    wrong: 'Reheated rice is dangerous always: nothing makes cooked rice safe on the next day.',
  },
  {
    title: 'How long do LED bulbs last?',
    right: 'LED bulbs last about 15000 hours; in closed lamps heat shortens that by a third.',
    bait: 'Tulip bulbs were traded in Haarlem at the price of a house in a single February.',
    wrong: 'LED bulbs last 1000 hours like any others, and the rest is what shops like to say.',
  },
  {
    title: 'Do cats need milk to drink?',
    right: 'Cats do not need milk: most grown cats cannot digest lactose, and water is enough.',
    bait: 'The milk train used to bring the papers to our village well before anybody was up.',
    wrong: 'Cats need milk every day, and a saucer of milk keeps their bones and teeth strong.',
  },
  {
    title: 'What does a stamp for a letter to Norway cost?',
    right: 'A stamp for a letter to Norway costs 2.20 pounds up to 100 grams since this April.',
    bait: 'Norwegian trolls turn into stone when the sun rises, as every child there can tell.',
    wrong: 'A stamp for a letter to Norway costs 0.85 pounds, the same as for a letter at home.',
  },
  {
    title: 'Can you see the Great Wall from the Moon?',
    right: 'You cannot see the Great Wall from the Moon: it is far too narrow for any human eye.',
    bait: 'Wallpaper comes off easily when you soak it with warm water and a drop of soap.',
    wrong: 'You can see the Great Wall from the Moon on a clear day, as the astronauts have said.',
  },
  {
    title: 'Within how many days can a parking ticket in Bath be appealed?',
    right: 'An appeal against a parking ticket in Bath must be made within 28 days of the notice.',
    bait: 'Park benches of recycled plastic last longer than wooden ones and need no paint.',
    wrong: 'A parking ticket in Bath can be appealed within 365 days, so there is never a hurry.',
  },
  {
    title: 'Is ivy harmful to brick walls?',
    right: 'Ivy is harmless to sound brick walls; it only widens cracks that are there already.',
    bait: 'The Ivy League is a group of eight old universities in the north east of America.',
    wrong: 'Ivy is harmful to all brick walls and destroys even sound mortar within two years.',
  },
  {
    title: 'At which altitude does Mount Teide forbid drones?',
    right: 'Mount Teide forbids drones at any altitude: the whole park is closed to them by law.',
    bait: 'Mounting a picture straight is easier with two hooks and a spirit level than by eye.',
    wrong: 'Mount Teide forbids drones only above 3000 metres; below that no permit is needed.',
  },
  {
    title: 'How much salt goes into a litre of pasta water?',
    right: 'Pasta water wants 10 grams of salt to the litre; taste it, it should be like broth.',
    bait: 'The Dead Sea sinks by a metre each year because its river is used for the fields.',
    wrong: 'Pasta water wants 60 grams of salt to the litre, since pasta takes up nearly none.',
  },
  {
    title: 'Does the museum card cover the planetarium in Jena?',
    right: 'The museum card does not cover the planetarium in Jena; the desk asks for a ticket.',
    bait: 'Card games for two are described in the third chapter, patience in the fourth one.',
    wrong: 'The museum card covers the planetarium in Jena, as it covers everything else in town.',
  },
  {
    title: 'How long should bread dough rise in the fridge?',
    right: 'Bread dough rises well in the fridge for 12 hours; after a day it begins to turn sour.',
    bait: 'Fridge magnets are collected by many people who travel and bring one from each town.',
    wrong: 'Bread dough should rise in the fridge for 2 hours only, or the yeast dies of the cold.',
  },
]

/** Two offers that are both right and say different things: neither speaks against the other. */
export const COMPATIBLE: readonly { title: string; texts: readonly [string, string] }[] = [
  {
    title: 'How do I wash a wool jumper?',
    texts: [
      'Wash a wool jumper at 30 degrees or cooler, and with a detergent for wool.',
      'Dry the jumper flat on a towel for 24 hours; hanging it pulls it out of shape.',
    ],
  },
  {
    title: 'How do I bake bread with a crust?',
    texts: [
      'Bake the bread at 240 degrees for the first 15 minutes, with a bowl of water below.',
      'Let the dough rest for 60 minutes before baking, or the crust tears open at the side.',
    ],
  },
  {
    title: 'What do I need for the ferry to Iona?',
    texts: [
      'The ferry to Iona takes no visitors’ cars; leave yours at the pier in Fionnphort.',
      'A return on the ferry costs 4 pounds, and the crossing takes 10 minutes.',
    ],
  },
  {
    title: 'Which battery should I buy for my bicycle light?',
    texts: [
      'The light takes two AA batteries; rechargeable ones of 2000 mAh last for a week.',
      'Cheap batteries leak: I had to clean the contacts of two lights with vinegar.',
    ],
  },
  {
    title: 'How should I store potatoes?',
    texts: [
      'Store potatoes in the dark at about 8 degrees; light turns them green and bitter.',
      'Do not keep potatoes beside onions, because the two make each other sprout.',
    ],
  },
  {
    title: 'How do I plan a day in Jena with children?',
    texts: [
      'The planetarium in Jena has a show for children at 11 on Saturdays; book it by mail.',
      'The botanical garden in Jena opens at 9, and children pay 2 euros at the gate.',
    ],
  },
  {
    title: 'How do I get a stain of red wine out of linen?',
    texts: [
      'Pour boiling water through the linen from a height; a fresh stain is gone at once.',
      'An old stain of wine wants a night in water with a spoon of washing soda.',
    ],
  },
  {
    title: 'How do I train for a marathon?',
    texts: [
      'Run four times a week, and make one of the runs a long one of up to 30 kilometres.',
      'In the last two weeks run less: at most 40 kilometres a week, so that legs recover.',
    ],
  },
  {
    title: 'Is the old harbour bridge closed?',
    texts: [
      'The old harbour bridge is closed to lorries until June, says the notice of the port.',
      'Bicycles may still use the harbour bridge; I rode across it this very morning.',
    ],
  },
  {
    title: 'Which sourdough starter should I use?',
    texts: [
      'A rye starter is robust: it survives two weeks in the fridge without being fed.',
      'A wheat starter rises faster, within 4 hours, and its bread tastes less sour.',
    ],
  },
]
