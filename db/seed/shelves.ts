import type { SeedDocument } from './types'

/** Everyday knowledge of demo people, as Markdown files: written for this market, a subject a file. */

const KITCHEN = `# Kitchen questions

## How long opened food keeps in the fridge

At 5 °C or below, opened food keeps about so long: milk three to four days, cooked ham three to five, hard cheese three to four weeks, hummus four to seven days, a jar of mayonnaise or mustard about two months, jam one to three months, pasta sauce five days, pesto a week under a film of oil. Smell and mould tell of spoilage, not of the germs that make people ill.

## Boiling an egg

Put eggs from the fridge into boiling water: six minutes make a soft boiled egg with a liquid yolk, eight a waxy one, ten to eleven a hard one. Cool them in cold water at once, and they peel better. A green ring round the yolk means that the egg was boiled for too long.

## Limescale in kettles and coffee machines

Limescale is calcium carbonate from hard water, and weak acids dissolve it. Fill the kettle with equal parts of white vinegar and water, or with water and two spoons of citric acid, bring it to the boil, leave it for an hour, then rinse it twice. For a coffee machine follow its manual: vinegar can harm its seals.

## Sharpening a kitchen knife

A kitchen knife is honed on a steel each week, which straightens its edge, and sharpened on a whetstone a few times a year, which makes a new one. Hold it at 15 to 20 degrees to the stone, the same on both sides. Dishwashers blunt knives and harm their handles.

## Storing bread, potatoes and onions

Bread goes stale fastest in the fridge: keep it in a bread bin or freeze it in slices. Store potatoes dark and cool, at 7 to 10 °C, and away from onions, which make them sprout. Green potatoes hold solanine and are not for eating.

## Burnt pans

Cover burnt food in a steel pan with water and a spoon of baking soda, simmer it for ten minutes, let it cool, then scrub it with a wooden spatula. Cast iron is scrubbed with coarse salt and oiled. Non-stick pans with a scratched coating should be replaced.
`

const CLEANING = `# Stains and cleaning at home

## Stains of wine, coffee and berries

Dab a fresh stain of red wine, coffee, tea or berries with a dry white cloth, from its edge to its middle, and do not rub. Rinse it with cold water from the back, then treat it with washing-up liquid and a little white vinegar, or on white cotton and linen with oxygen bleach. Wash as hot as the label allows; a tumble dryer sets what is left.

## Stains of grease, blood and ink

Grease wants washing-up liquid, left on for ten minutes, then hot water. Blood wants cold water and an enzyme detergent; heat sets it. Ink of ballpoint pens dissolves in alcohol: dab, with paper beneath. Candle wax is scraped off when cold, and the rest ironed into kitchen paper.

## Washing symbols on labels

The tub is washing, and its number the highest temperature; a bar under it means gently, a hand by hand. The triangle is bleach, the square with a circle the tumble dryer, the iron ironing with one to three dots for heat, the circle dry cleaning. Crossed out means do not.

## Mould on walls and in bathrooms

Mould grows where warm damp air meets cold walls. Wipe small patches with alcohol of 70 per cent or a mould remover, wear gloves, and open the window. It comes back unless the damp goes: air the room for ten minutes twice a day, keep furniture off outer walls, and keep humidity below 60 per cent.

## Unblocking a drain

Pour boiling water and washing-up liquid into a slow kitchen drain; use a plunger on a sink, with its overflow closed by a wet cloth; unscrew the trap with a bucket beneath. Hair in a shower comes out with a hooked wire. Drain cleaners of lye burn skin and are a last resort.

## Smells in washing machines and fridges

A washing machine that smells wants an empty wash at 60 to 90 °C with powder detergent, its rubber seal wiped, its filter emptied, and its door left open. A fridge is washed with warm water and baking soda; an open bowl of baking soda takes smells out of the air.
`

const BICYCLES = `# Bicycle repairs

## Mending a flat tyre

Take the wheel out, lever one side of the tyre off, and pull the inner tube out. Pump it up to find the hole, roughen the place, spread rubber cement thinly, wait until it is dull, and press the patch on for a minute. Feel inside the tyre for what pierced it before the tube goes back. City tyres take 3 to 4.5 bar, road tyres 5 to 7.

## A bicycle chain that drops or skips

A bicycle chain that falls off at the front mostly has gears out of adjustment: turn the limit screws of the derailleur until it cannot push the chain past the last chainring. Check for a bent derailleur hanger, a stiff link and worn teeth too. On a single-speed or hub gear the chain is too slack: move the wheel back until it gives about 1 cm. A chain that skips under load is worn.

## Oiling and changing a chain

Wipe the chain, drip thin oil on the inside of each link, turn the pedals for a minute and wipe off what is left. Oil it every 200 km, and after rain. Measure wear with a gauge: change the chain at 0.75 per cent, before it ruins the sprockets. Most last 2,000 to 4,000 km.

## Brakes that squeal or feel weak

Rim brakes squeal when pads are glazed or not toed in: sand the pads, clean the rim with alcohol, and set their front edge a millimetre nearer. Disc brakes squeal when oil is on the pads, which then must be changed. A lever that comes to the bar wants a tighter cable, or bleeding when it is hydraulic.

## Saddle height and fit

Sit with your heel on the pedal at its lowest: the leg should be just straight. A saddle that is too low hurts the knees at the front, one too high at the back. Helmets sit level, two fingers above the eyebrows.

## Lights and locks

A bicycle on the road at night needs a white light in front, a red one behind and reflectors; blinking lights are forbidden in some countries. Spend a tenth of the bicycle's price on its lock, and lock the frame to something that is fixed, with little room in the shackle.
`

const HEATING = `# Heating, water and power at home

## Bleeding a radiator

A radiator that is cold at the top and warm below has air in it. Turn the heating off, hold a cloth under the valve at its upper end, open it a quarter turn with a radiator key until water comes instead of air, and close it. Then look at the boiler's pressure: 1 to 1.5 bar when cold, and top it up. Begin with the lowest floor.

## Radiators that are cold below, or all cold

A radiator that is cold at the bottom is full of sludge and wants flushing. One that is cold all over, while others are warm, has a stuck thermostat pin: take the head off and press the pin gently until it springs back. When the far rooms are cold the system wants balancing.

## Saving on heating

Each degree less saves about six per cent. Lower the room to 17 °C at night, close the shutters, keep curtains and sofas off radiators, and seal draughts at doors. Air the rooms with windows wide open for five minutes instead of a tilted window all day.

## When a fuse or breaker trips

Switch all off in that circuit, push the breaker up, and switch things on one by one: the one that trips it is at fault, or there are too many of them. When the residual-current device trips with nothing plugged in, the wiring is damp or damaged: call an electrician. Never bridge a fuse.

## A dripping tap

A dripping tap needs a new washer or cartridge. Close the stopcock, open the tap to empty it, take off the handle, unscrew the headgear, and take the old washer to the shop. A tap that drips once a second loses some 6,000 litres a year.

## A toilet that keeps running

The water of a toilet that runs all the time passes the flush valve or the float. Press the float up: if it stops, the float is set too high; if not, limescale keeps the seal of the flush valve open: clean it in vinegar or change it.
`

const PLANTS = `# Plants in the house and the garden

## Yellow leaves

Yellow leaves at the bottom of a plant mostly mean too much water or too little nitrogen; on young leaves with green veins, a lack of iron. Let the soil dry to a finger's depth before you water again, see that the pot drains, and feed while the plant grows. A few old leaves that yellow and fall are ordinary.

## Growing tomatoes

Tomato plants want six hours of sun, warm soil, a stake, and even watering at the root, never on the leaves. Pinch out side shoots of tall kinds. Yellow lower leaves with brown spots are early blight: take them off and keep the foliage dry. Black bottoms of fruit are blossom end rot, from uneven watering.

## Watering house plants

More house plants drown than dry out. Water when the top 2 cm are dry, until some runs out below, and empty the saucer. Succulents and cacti want it every two to three weeks, less in winter. Brown tips tell of dry air or too much fertiliser; drooping that does not mend after watering, of rotten roots.

## Aphids, fungus gnats and spider mites

Aphids are washed off with water, then sprayed with soft soap, 20 ml a litre, every three days. Fungus gnats go when the soil dries out and yellow sticky traps hang near; nematodes eat their larvae. Spider mites like dry air: shower the plant and raise the humidity.

## Pruning roses, apples and hedges

Prune roses when the forsythia blooms, above a bud that points outwards. Apple trees are thinned in late winter so that a hat can be thrown through. Hedges are cut after the birds have bred; in many countries cutting them hard is forbidden from March to September.

## Mowing and mending a lawn

Never cut more than a third of the grass, and leave 4 to 5 cm. Moss means shade, sour soil or hunger: scarify in spring, lime when the pH is below 5.5, and feed. Sow bare places in April or September and keep them damp for three weeks.
`

const HEALTH = `# Everyday health, with care

This is no medical advice: with chest pain, trouble breathing, a stiff neck with fever, or signs of a stroke call the emergency number.

## Sunscreen and sunburn

Put on sunscreen of factor 30 or more, about 2 mg for each square centimetre: seven teaspoons, some 35 ml, for an adult's whole body. Put it on fifteen minutes before going out and again every two hours, and after swimming or sweating. Cool a sunburn with damp cloths, drink, and keep out of the sun; blisters over large parts are for a doctor.

## Colds, coughs and fever

A cold lasts seven to ten days, a cough up to three weeks. Antibiotics do nothing against it. Rest, drink, inhale steam with care; honey eases a cough, never for babies below one year. An adult sees a doctor with a fever above 39 °C for three days, blood in the spit, or trouble breathing.

## Burns, cuts and nosebleeds

Cool a burn under running lukewarm water for ten to twenty minutes, not with ice, and put no butter on it. Press on a cut for ten minutes; it needs stitches when it gapes. With a nosebleed lean forward and pinch the soft part of the nose for ten minutes.

## Sleeping better

Get up at the same time each day, keep the bedroom dark and about 18 °C, take no coffee after early afternoon, and put screens away an hour before bed. Get up when you lie awake for twenty minutes. Adults need seven to nine hours; snoring with pauses in breathing is for a doctor.

## Back pain from sitting

Most back pain goes by itself within six weeks, and movement helps more than bed. Set the screen's top at eye level, elbows and knees at a right angle, and stand up every half hour. Numbness between the legs or weakness in a leg is an emergency.

## Ticks, stings and bites

Pull a tick out straight with fine tweezers, close to the skin, and look at the place for four weeks: a ring that grows is for a doctor. Scrape out a bee's sting at once and cool it. Swelling of the face or trouble breathing after a sting is an emergency.
`

const MONEY = `# Money basics

## Debit cards and credit cards

A debit card takes the money from your bank account at once or within days; a credit card lends it to you until the monthly bill. A credit card paid in full each month mostly costs no interest; paid in part it costs some 15 to 25 per cent a year. Hotels and car rentals often want a credit card for their deposit, and it can reverse a charge more easily.

## Compound interest and the rule of 72

Interest on interest grows slowly, then fast: 72 divided by the rate is about the years until money doubles. At 3 per cent that is 24 years, at 7 about ten. The same holds against you for debts and inflation.

## A budget and an emergency fund

Write down a month's spending first. A common rule gives half to needs, 30 per cent to wishes and 20 to savings and debts. Keep three to six months of spending where it can be had at once, before you invest. Pay the debt with the highest interest first.

## Shares, funds and bonds

A share is a piece of a company, a bond a loan to one or to a state. An index fund or ETF holds hundreds of shares and costs 0.05 to 0.3 per cent a year; most managed funds cost more and do worse over ten years. Money that is needed within five years does not belong in shares.

## Renting or buying a home

Compare a year's rent with the price: below 20 times the rent buying tends to pay, above 30 renting. Buying costs 5 to 15 per cent on top, for taxes, notary and agent, and 1 per cent of the price a year for upkeep. Who moves within five years seldom gains by buying.

## Fraud and phishing

No bank asks for a PIN or a whole password by mail or telephone. Look at the sender's address and the link, call back on a number that you looked up yourself, and be slow where somebody makes haste. After a payment to a fraudster call the bank at once, then the police.
`

const LANGUAGE = `# English usage

## Less or fewer

Fewer goes with what can be counted, less with what is measured: fewer people, fewer cars, less water, less time. Sums of money, distances and times count as one amount, so “less than ten miles” and “less than five pounds” are right.

## Its and it's, your and you're, their and there

It's means “it is” or “it has”; its belongs to it, as his belongs to him. You're means “you are”; your is yours. They're means “they are”, their is theirs, there is a place. Say it in full: if “it is” fits, the apostrophe is right.

## Who and whom, that and which

Who does, whom is done to: “who called?”, “whom did you call?” Whom is leaving spoken English. That begins a clause that tells which one is meant, without a comma; which, with a comma, adds something about it.

## Affect and effect, lie and lay

To affect is to change something; an effect is the result. You lie on a bed and lay a book on a table; yesterday you lay on the bed and laid the book on the table.

## Writing a formal letter or e-mail

Begin with “Dear Ms Smith” and end with “Yours sincerely”; with “Dear Sir or Madam” end with “Yours faithfully”. Say in the first sentence what you want, keep one subject to a paragraph, and put a subject line that could be found again.

## Learning the words of a new language

Ten new words a day with spaced repetition come to some 3,000 a year, which is about what a conversation needs. Learn words in sentences, speak from the first week, and hear the language daily. English speakers need about 600 hours for French or Spanish and 2,200 for Japanese.
`

const TOOLS = `# Tools and repairs

## Drilling into walls

Choose the drill bit by the wall: a masonry bit with a carbide tip and hammer action for brick and concrete, the same without hammer for tiles and hollow brick, a twist bit for wood and metal. Look for cables and pipes first with a detector. A wall plug has the drill bit's size written on it; blow the dust out of the hole.

## Hanging pictures and shelves

A nail holds up to 5 kg in plaster over brick. In plasterboard use hollow-wall anchors, 10 to 20 kg each, or screw into the studs, which stand every 40 or 60 cm. Shelves with books weigh some 40 kg a metre.

## Screws that will not turn

Put a rubber band between the driver and a worn screw head, or cut a slot for a flat blade. Penetrating oil takes a quarter of an hour on rust; warmth and a tap of the hammer help. At last drill the head off, or use a screw extractor.

## Glues

Wood glue joins wood to wood and wants clamps for half an hour. Two-part epoxy joins metal, glass and ceramics. Superglue holds small close-fitting pieces and stays brittle. Polyethylene and Teflon hold no glue.

## Painting a room

Fill holes, sand, wipe off the dust, tape the edges and prime stains. Cut in the edges with a brush, then roll from the window inwards, wet in wet. A litre covers 6 to 8 square metres once; most rooms want two coats, four hours apart.

## Doors that stick or squeak

A squeaking hinge wants a drop of oil or graphite on its pin. A door that sticks in damp weather is planed by a millimetre where it rubs, which chalk on the edge shows; loose hinge screws hold again with matches and glue in their holes.
`

const ANIMALS = `# Animals at home

## Feeding a puppy

A puppy of eight to twelve weeks is fed four times a day, of three to six months three times, then twice. Give puppy food by the weight it will have when grown, as its label says, at the same times, and take the bowl away after a quarter of an hour. Change food slowly, over a week.

## What dogs and cats must not eat

Chocolate, grapes, raisins, onions, garlic, xylitol, macadamia nuts and alcohol poison dogs; lilies and paracetamol kill cats. Cooked bones splinter. Call a vet at once with the weight of the animal and the amount; do not make it vomit by yourself.

## House-training a puppy

Take a puppy out after each sleep, meal and game, every two hours by day, to the same place, and praise it there. Clean accidents with an enzyme cleaner and do not scold. Most are clean at four to six months.

## Cats that scratch or miss the litter box

Give a scratching post as tall as the stretched cat beside what it scratches. One litter box more than there are cats, in quiet places, cleaned daily. A cat that suddenly goes elsewhere, or strains, should see a vet: a blocked tomcat dies within two days.

## Fleas, worms and vaccinations

Treat fleas on all animals of the house and wash bedding at 60 °C: most fleas live in carpets as eggs. Puppies and kittens are wormed every two weeks until twelve weeks old, and vaccinated from eight weeks, twice or three times, then every one to three years.

## Birds in the garden

Feed birds seeds, fat and nuts without salt, in winter above all, in feeders that are cleaned weekly; no bread. A young bird with feathers that hops about is mostly not abandoned: leave it, or set it in a bush.
`

const WEATHER = `# Weather explained

## Fog, dew and frost

Fog is a cloud on the ground. On clear, still nights the ground gives off its warmth, the air above it cools below its dew point by morning, and its water condenses into droplets: radiation fog, which the sun lifts. Dew is the same on grass, frost the same below 0 °C. Fog forms over water too, when mild damp air moves over a cold sea.

## Thunder and lightning

Sound takes three seconds for a kilometre: count from flash to thunder and divide by three. Below 30 seconds go inside or into a car, and stay until half an hour after the last thunder. Outside crouch with feet together, away from trees, ridges and water.

## Why the sky is blue and sunsets are red

Air scatters short blue waves of sunlight much more than long red ones, so blue comes from all over the sky. At sunset light passes through forty times as much air, most blue is lost on the way, and red is left.

## Reading a forecast

“30 per cent chance of rain” means that in three of ten such days some rain falls at your place. Forecasts are right for temperature to two degrees for three days, and little better than the season's average after ten. Falling pressure brings wind and rain, rising pressure fair weather.

## Clouds

High feathery cirrus tell of a front within a day; small fair-weather cumulus stay flat; cumulus that tower into an anvil bring thunderstorms; a grey sheet of nimbostratus means hours of rain.

## Heat and cold, felt

Wind takes warmth away: 0 °C with 30 km/h of wind feels like −6. Damp heat hinders sweat: 32 °C at 70 per cent humidity feels like 41. Drink before thirst, and look after the old and the very young.
`

const COMPUTERS = `# Computers and phones

## A slow computer

A laptop or computer that has become slow mostly lacks memory, disk space or a quick disk. Look in the task manager for what uses processor and memory, take programs out of the start-up list, uninstall what you do not use, keep 15 per cent of the disk free, restart, update, and scan for malware. A solid-state disk instead of a hard disk and more memory make an old laptop quick again for little money.

## Passwords and two factors

Use a password manager with a different long password for each account, and four random words for the one that opens it. Turn on a second factor for mail and bank, in an app or with a passkey rather than by text message. Change a password when it leaked, not every month.

## Backups

Keep three copies on two kinds of media, one of them elsewhere. Let it run by itself, unplug the disk afterwards against ransomware, and try to restore a file twice a year. A synchronised folder is no backup: what is deleted here is deleted there.

## Weak wireless networks

Put the router high, in the open and in the middle of the home, away from microwave ovens. 5 GHz is quick and near, 2.4 GHz slow and far. Restart it; choose a free channel; use a cable for what stands still, and a mesh for more than three rooms.

## Batteries that drain

Lithium batteries last longest between 20 and 80 per cent and away from heat. Lower the screen's brightness, see in the settings which apps use power in the background, and turn off what you do not need. Below 80 per cent of its first capacity a battery is due for a change.

## A wet telephone

Turn it off at once, take the case and the card out, dry it with a cloth, and lay it in moving air for two days; rice does not help. Do not charge it while it is wet. Salt water is rinsed off with fresh water first.
`

const TRAVEL = `# Travelling

## How early to be at the airport

For flights abroad be at the airport two to three hours before departure, three at large hubs and with bags to check in; for domestic flights ninety minutes. Bag drop mostly closes 60 minutes before an international flight, 40 before a domestic one, and the gate 15 to 20 minutes before departure.

## Passports, visas and photos

Many countries want a passport that is valid for six months after the journey and has two empty pages. Passport photos are 35 by 45 mm in Europe and 2 by 2 inches in America, less than six months old, without a smile, before a plain light background; some countries take a photo made with a phone when it keeps these rules, others only from a booth or a studio.

## Hand luggage and liquids

Liquids in hand luggage are in containers of up to 100 ml, together in a clear bag of one litre, except where new scanners allow more. Power banks and spare lithium batteries go into the cabin, never into checked bags. Medicines and baby food are exempt; take the prescription.

## Jet lag

The body shifts about an hour a day, more easily west than east. Flying east seek light in the morning, flying west in the evening. Take short naps, sleep at the local time from the first night, and let coffee be after noon.

## Delayed and cancelled flights in Europe

When a flight from the European Union arrives three hours late or more, or is cancelled within two weeks, passengers are owed 250, 400 or 600 euros by distance unless the cause was extraordinary, besides meals and a hotel. Claim from the airline in writing; keep the boarding pass.

## Packing

Lay out what you want to take, and put a third back. Roll soft clothes, put shoes with socks in them at the bottom, and keep a change of clothes, medicines and papers in hand luggage. Photograph passport and tickets.
`

export const HOUSE_SHELF: readonly SeedDocument[] = [
  { name: 'kitchen.md', text: KITCHEN },
  { name: 'stains-and-cleaning.md', text: CLEANING },
  { name: 'heating-water-power.md', text: HEATING },
]
export const WORKSHOP_SHELF: readonly SeedDocument[] = [
  { name: 'bicycles.md', text: BICYCLES },
  { name: 'tools.md', text: TOOLS },
  { name: 'computers-and-phones.md', text: COMPUTERS },
]
export const GARDEN_SHELF: readonly SeedDocument[] = [
  { name: 'plants.md', text: PLANTS },
  { name: 'animals.md', text: ANIMALS },
  { name: 'weather.md', text: WEATHER },
]
export const LIFE_SHELF: readonly SeedDocument[] = [
  { name: 'health.md', text: HEALTH },
  { name: 'money.md', text: MONEY },
  { name: 'english.md', text: LANGUAGE },
  { name: 'travelling.md', text: TRAVEL },
]
