import { caseOf, faultsOf } from '../server/inspection/step/testing-injection'

/**
 * `npm run injection [cases] [from]`: runs so many worlds in which a stranger's text is full of orders before a model that obeys every
 * order it reads, and names what is wrong with any. Ends with 1 when something is.
 */
const CASES = 5_000

const [cases = CASES, from = 0] = process.argv.slice(2).map(Number)
let faulty = 0
for (let seed = from; seed < from + cases; seed += 1) {
  const faults = await faultsOf(caseOf(seed))
  if (faults.length > 0) faulty += 1
  for (const fault of faults) console.log(`case ${seed}: ${fault}`)
}
console.log(`${faulty} of ${cases} cases with a fault`)
if (faulty > 0) process.exitCode = 1
