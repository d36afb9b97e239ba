'use client'

import { Checkbox } from '@/components/ui/choice'
import type { NoticeSwitch } from '@/server/contract/inbox'
import { TOPIC_WORDS } from '@/server/contract/notice-line'

export type SwitchRowsProps = {
  switches: readonly NoticeSwitch[]
  /** This person can be reached by e-mail. */
  hasMail: boolean
  /** The market sends e-mail at all. */
  sendsMail: boolean
  onChange: (next: NoticeSwitch, before: NoticeSwitch) => void
}

/** One row for each topic: on the site, by e-mail. */
export function SwitchRows({ switches, hasMail, sendsMail, onChange }: SwitchRowsProps) {
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line border-line border-y">
        {switches.map((one) => {
          const { label, hint } = TOPIC_WORDS[one.topic]
          return (
            <li key={one.topic}>
              <fieldset className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 py-4">
                <legend className="contents">
                  <span className="min-w-0 flex-1 basis-56 text-sm">
                    <span className="block font-medium">{label}</span>
                    <span className="block text-muted">{hint}</span>
                  </span>
                </legend>
                <div className="flex gap-6">
                  <Checkbox
                    label="On the site"
                    checked={one.onSite}
                    onChange={(event) => onChange({ ...one, onSite: event.target.checked }, one)}
                    className="pointer-coarse:min-h-11 pointer-coarse:items-center"
                  />
                  <Checkbox
                    label="By e-mail"
                    checked={hasMail && sendsMail && one.byMail}
                    disabled={!hasMail || !sendsMail}
                    onChange={(event) => onChange({ ...one, byMail: event.target.checked }, one)}
                    className="pointer-coarse:min-h-11 pointer-coarse:items-center"
                  />
                </div>
              </fieldset>
            </li>
          )
        })}
      </ul>
      <p className="measure text-muted text-sm">{mailInWords(hasMail, sendsMail)}</p>
    </div>
  )
}

function mailInWords(hasMail: boolean, sendsMail: boolean): string {
  if (!sendsMail) return 'This market sends no e-mail: whoever runs it has not set up a mail server.'
  return hasMail
    ? 'What happens within a few minutes comes as one e-mail, and only what you have not read here by then.'
    : 'You have proven no e-mail address here, so nothing is sent. Do it below, under E-mail.'
}
