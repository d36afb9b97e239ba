import { build } from './build'

/** `npm run build`: a build that `npm start` then takes as it is. */
process.exitCode = await build()
