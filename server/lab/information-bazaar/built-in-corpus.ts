import { corpusOf } from './corpus'
import aHotCompostHeap from './corpus/a-hot-compost-heap.json'
import congestionOnTheInternet from './corpus/congestion-on-the-internet.json'
import driedBeansAndLentils from './corpus/dried-beans-and-lentils.json'
import heatPumpsInOldHouses from './corpus/heat-pumps-in-old-houses.json'
import indexesInRelationalDatabases from './corpus/indexes-in-relational-databases.json'
import lithiumBatteriesThatLast from './corpus/lithium-batteries-that-last.json'
import mapsAndWhatTheyDistort from './corpus/maps-and-what-they-distort.json'
import passwordsAndSecondFactors from './corpus/passwords-and-second-factors.json'
import sourdoughAtHome from './corpus/sourdough-at-home.json'
import theBicycleChain from './corpus/the-bicycle-chain.json'
import tides from './corpus/tides.json'
import wateringHousePlants from './corpus/watering-house-plants.json'

/** The documents that come with the lab, written for it. Imported, so that they are there in a browser too. */
export const corpusDocuments: Readonly<Record<string, unknown>> = {
  'a-hot-compost-heap.json': aHotCompostHeap,
  'congestion-on-the-internet.json': congestionOnTheInternet,
  'dried-beans-and-lentils.json': driedBeansAndLentils,
  'heat-pumps-in-old-houses.json': heatPumpsInOldHouses,
  'indexes-in-relational-databases.json': indexesInRelationalDatabases,
  'lithium-batteries-that-last.json': lithiumBatteriesThatLast,
  'maps-and-what-they-distort.json': mapsAndWhatTheyDistort,
  'passwords-and-second-factors.json': passwordsAndSecondFactors,
  'sourdough-at-home.json': sourdoughAtHome,
  'the-bicycle-chain.json': theBicycleChain,
  'tides.json': tides,
  'watering-house-plants.json': wateringHousePlants,
}

export const builtInCorpus = corpusOf(Object.values(corpusDocuments))
