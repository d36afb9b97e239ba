import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import { RULE_WORDS, RULES } from '@/server/words/moderation'

/** Which rule something breaks. */
export function RuleField({ label, usual = 'spam' }: { label: string; usual?: (typeof RULES)[number] }) {
  return (
    <Field label={label} className="max-w-md" required>
      <Select name="rule" defaultValue={usual}>
        {RULES.map((rule) => (
          <option key={rule} value={rule}>
            {RULE_WORDS[rule].label}: {RULE_WORDS[rule].hint}
          </option>
        ))}
      </Select>
    </Field>
  )
}
