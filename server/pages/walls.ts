import { sentencesOf, wordCount } from '../shared/words'
import type { PageFailure } from '../words/pages'

/**
 * Pages that answer "200" and hold something else than what their readers come for. They are told by what is left of them as text:
 * little, and most of it about logging in, consent, scripts or proofs of being a person. An article on any of these is longer, or says
 * more besides.
 */

export type Wall = Extract<PageFailure, 'login-wall' | 'consent-wall' | 'needs-script' | 'human-check'>

/** What a page holds besides its text. */
export type Signs = {
  host: string
  hasPassword: boolean
  /** What its buttons say: they are no part of its text. */
  buttons: string
  hasScript: boolean
  /** The publisher says of it, in the words of schema.org, that it is not free to read. */
  isPaid: boolean
}

/** Walls have a few sentences and a form; a short article has more. */
const WALL_WORDS_MAX = 250
/** A shell that scripts fill says "loading", or names the site. */
const SHELL_WORDS_MAX = 12
/** So much of a text has to speak of its wall. */
const WALL_SHARE = 0.5

const SCRIPT =
  /\b(?:enable|activate|turn on|requires?|needs?|without|switch on|support) (?:\w+ ){0,4}?java ?script\b|\bjava ?script (?:\w+ ){0,4}?(?:disabled|required|enabled|needed|turned off|not supported)\b|^\W*(?:loading|please wait|redirecting)\W*$/i
const LOGIN =
  /\b(?:log|sign)(?:ed)?[ -]?(?:in|on|up)\b|\bsubscri(?:be|ber|bers|ption)\b|\b(?:user ?name|password|e-?mail address)\b|\b(?:create|need|have) (?:an|your|no) account\b|\bregister(?:ed)?\b|\banmelden\b|\beinloggen\b|\bpasswor[td]\b|\bmot de passe\b|\bse connecter\b|\bcontraseña\b|\biniciar sesión\b|\bmembers only\b/i
const READS_ON =
  /\b(?:log|sign)[ -]?in\b.{0,40}\b(?:to|and)\b.{0,20}\b(?:continue|read|view|see|access)|\b(?:subscribe|register|create an account|join)\b.{0,40}\bto\b.{0,20}\b(?:continue|read|view|see|access|unlock)|\b(?:only|exclusive(?:ly)?|reserved) (?:available )?(?:for|to) (?:our )?(?:subscribers|members)|\bfor (?:subscribers|members) only\b/i
const CONSENT =
  /\bcookies?\b|\byour (?:privacy|choices|consent)\b|\bpersonal data\b|\bgdpr\b|\bpartners?\b|\b(?:accept|reject|refuse|allow|agree to) (?:all|and|cookies)\b|\bmanage (?:options|preferences|choices|settings)\b|\bi (?:agree|accept|consent)\b|\bprivacy policy\b|\bzustimmen\b|\bakzeptieren\b|\bdatenschutz\b|\btout (?:accepter|refuser)\b|\baceptar\b/i
const CHOICE = /\b(?:accept|agree|consent|reject|refuse|allow|zustimmen|akzeptieren|accepter|aceptar)\b/i
const HUMAN =
  /\b(?:verify|prove|confirm) (?:that )?you(?:’|')?(?: a)?re (?:a )?(?:human|not a robot)|\bare you (?:a robot|human)\b|\bchecking (?:if the site|your browser)\b|\bunusual traffic\b|\bcaptcha\b|\bjust a moment\b|\bsecurity (?:check|verification)\b|\bddos protection\b|\benable cookies\b/i

/** What keeps the reader of a page from its text; null where nothing seems to. */
export function wallOf(text: string, { host, hasPassword, buttons, hasScript, isPaid }: Signs): Wall | null {
  const words = wordCount(text)
  if (words > WALL_WORDS_MAX) return null
  const lines = sentencesOf(text)
  const speaksOf = (pattern: RegExp) =>
    lines.filter((line) => pattern.test(line)).length >= lines.length * WALL_SHARE
  if (speaksOf(HUMAN)) return 'human-check'
  if (speaksOf(SCRIPT)) return 'needs-script'
  if (host.startsWith('consent.') || (CHOICE.test(`${text} ${buttons}`) && speaksOf(CONSENT)))
    return 'consent-wall'
  if (isPaid || READS_ON.test(text) || ((hasPassword || words <= SHELL_WORDS_MAX) && speaksOf(LOGIN)))
    return 'login-wall'
  return hasScript && words <= SHELL_WORDS_MAX ? 'needs-script' : null
}
