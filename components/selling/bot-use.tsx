import { dollarsInWords } from '@/components/bots/bot-words'
import { usageInWords } from '@/components/selling/selling-words'
import { Disclosure } from '@/components/ui/disclosure'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { BotSelling } from '@/server/contract/selling'

const TOKENS = new Intl.NumberFormat('en')

/** What a bot used beside what it earned. Two currencies: they stand side by side and are never added up. */
export function BotUse({ selling }: { selling: BotSelling }) {
  const { days, tokens } = selling
  return (
    <section aria-labelledby="bot-use" className="space-y-2">
      <h2 id="bot-use" className="display text-xl">
        What it used
      </h2>
      <p className="nums measure whitespace-normal text-sm">{usageInWords(selling)}</p>
      {tokens > 0 ? (
        <Disclosure summary="Day by day">
          <Table label="What the bot used, by day">
            <THead>
              <tr>
                <TH>Day</TH>
                <TH numeric>Offers</TH>
                <TH numeric>Tokens</TH>
                <TH numeric>Cost</TH>
              </tr>
            </THead>
            <TBody>
              {days.toReversed().map((day) => (
                <TR key={day.day}>
                  <TD className="nums whitespace-nowrap">{day.day}</TD>
                  <TD numeric>{day.offers}</TD>
                  <TD numeric>{TOKENS.format(day.tokens)}</TD>
                  <TD numeric>{day.costMicroUsd === 0n ? 'not known' : dollarsInWords(day.costMicroUsd)}</TD>
                </TR>
              ))}
            </TBody>
          </Table>
        </Disclosure>
      ) : null}
    </section>
  )
}
