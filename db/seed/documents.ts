import type { SeedDocument } from './types'

/** Three short guides of a demo person's own, as Markdown files. */

const RICE = `# Cooked rice in a kitchen for many

## Why cooked rice makes people ill

It is not the rice but the hours between the pot and the plate. Raw rice carries spores of Bacillus cereus. They survive boiling. In cooked rice that stands warm they wake up and multiply, fastest at about 30 °C, and some strains make a toxin, cereulide, that causes vomiting within one to six hours. Cereulide is not destroyed by heat: rice that has stood warm for too long cannot be made safe by reheating it, however hot.

## Cooling cooked rice

To cool cooked rice safely, be quick: into the refrigerator within one hour of cooking. A full pot is still lukewarm in the middle after six hours, so spread the rice on clean trays no more than 5 cm deep, leave it uncovered until it no longer steams, then cover it and put it into the refrigerator at 5 °C or below, with air between the trays. The American food code allows two hours from 57 to 21 °C and four more down to 5 °C; British advice is the one hour, and it is the easier rule to keep. Rinsing hot rice under cold drinking water is as good as a tray for portions that go into a salad.

## Keeping and reheating cooked rice

Keep cooked rice in the refrigerator for no more than one day. Reheat it once only, until it is steaming hot all through: 75 °C in the middle, checked with a probe. In a microwave add a spoon of water for each portion, cover, stir halfway, and let it stand for a minute. To hold it hot for serving, keep it above 63 °C, and throw away what is left at the end of the meal. For thirty people count 60 to 75 g of raw rice each, about two kilograms, which fills six trays.
`

const BEANS = `# Dried beans, from the sack to the plate

## Soaking dried beans

Soak dried beans in three times their volume of water for at least five hours, better overnight and in the refrigerator when the kitchen is warm. Pour the water away: it takes some of the lectin and some of the sugars that cause wind along with it. Salt in the soaking water, about 10 g a litre, makes the skins tender; it does not keep beans hard. Lentils and split peas need no soaking.

## Boiling kidney beans

Raw and undercooked kidney beans hold phytohaemagglutinin, a lectin; four or five of them have made people ill, with vomiting within one to three hours. Boil soaked kidney beans in fresh water, at a full rolling boil, for at least ten minutes; the American food agency advises thirty to be sure that every bean gets there. Then simmer until tender. Units of lectin fall from 20,000 to 70,000 in raw red kidney beans to 200 to 400 in boiled ones. Tinned beans were boiled in the tin and are safe as they are.

## Slow cookers

A slow cooker may stay below 80 °C, which leaves the lectin whole; beans warmed that far can be up to five times as toxic as raw ones. Boil them first, then they may go into the slow cooker.

## When beans stay hard

Old beans, hard water and acid keep beans hard. Add tomatoes, vinegar and wine at the end. In hard water a gram of baking soda a litre helps; more tastes of soap. A kilogram of dried beans comes to about 2.2 to 2.5 kg cooked, some fourteen main portions.
`

const FREEZER = `# The freezer in a small kitchen

## What happens to texture

Water in food freezes into crystals that cut through cells; the slower it freezes, the larger the crystals and the softer the food when it thaws. An ordinary freezer at −18 °C is slow, so make the food thin instead: chill it first, fill flat bags or trays of 2 to 3 cm, and lay them in one layer with air around them. Stack them when they are hard. A deep tub of stew takes more than a day to freeze through and comes out watery.

## What to freeze, and for how long

At a steady −18 °C these keep their texture: stews, soups and tomato sauces for two to three months; pulses cooked just tender, in their liquid, for three to six months; cooked rice in flat portions for one to two months; blanched green beans and peas for eight to twelve months; raw bread dough for four to six weeks, baked bread for three months. These are limits of quality; food that stays frozen stays safe for longer.

## What not to freeze

Boiled potatoes turn grainy unless they are mashed with fat. Boiled egg white turns to rubber. Sauces bound with flour or cornflour weep when they thaw; bind them with rice flour or waxy maize starch, or after thawing. Cream sauces, mayonnaise and yoghurt split. Salad, cucumber and raw tomato collapse.

## Blanching and thawing

Blanch green beans for three minutes and peas for one and a half, in plenty of boiling water, then into iced water for as long again; dry them before they are frozen, for wet surfaces stick and frost. Thaw in the refrigerator, a day for flat portions of two kilograms, or heat from frozen. Do not freeze again what has thawed unless it has been cooked in between.
`

export const KITCHEN_SHELF: readonly SeedDocument[] = [
  { name: 'cooked-rice.md', text: RICE },
  { name: 'dried-beans.md', text: BEANS },
  { name: 'freezer.md', text: FREEZER },
]
