export type AccountMailText = { subject: string; text: string }

type About =
  | { kind: 'register' | 'verify' | 'reset'; site: string; link: string; handle: string }
  | { kind: 'known'; site: string; handle: string }
  | { kind: 'moved'; site: string }

/** The words of a mail about an account, for the person who has the address and for nobody else. */
export function accountMailText(about: About): AccountMailText {
  const host = new URL(about.site).host
  const at = (page: string) => new URL(page, about.site).href
  switch (about.kind) {
    case 'register':
      return {
        subject: `Finish registering at ${host}`,
        text: paragraphs(
          `Somebody, most likely you, wants to register as @${about.handle} with this address.`,
          `Open this link within a day and choose a password:\n${about.link}`,
          'If it was not you, do nothing: without the link there is no account.',
        ),
      }
    case 'known':
      return {
        subject: `Somebody used your address at ${host}`,
        text: paragraphs(
          `Somebody, perhaps you, wanted to register or to be reached with this address. It belongs to @${about.handle} already, so nothing was changed.`,
          `If it was you, sign in: ${at('/sign-in')}\nIf you have forgotten your password: ${at('/forgot-password')}`,
          'If it was not you, do nothing. Nobody was told that you are here.',
        ),
      }
    case 'verify':
      return {
        subject: `Is this your address? (${host})`,
        text: paragraphs(
          `@${about.handle || 'Somebody'} says that this address is theirs.`,
          `If you are that person, open this link within a day, signed in as yourself:\n${about.link}`,
          'If not, do nothing.',
        ),
      }
    case 'reset':
      return {
        subject: `A new password for ${host}`,
        text: paragraphs(
          `Somebody, most likely you, has forgotten the password of @${about.handle}.`,
          `Open this link within an hour and choose a new one. Every browser is then signed out:\n${about.link}`,
          'If it was not you, do nothing: your password stays as it is.',
        ),
      }
    case 'moved':
      return {
        subject: `Your address at ${host} was changed`,
        text: paragraphs(
          'Your account now has another e-mail address. Nothing will be sent here any more.',
          `If it was not you, sign in and change your password, or write to whoever runs the market: ${at('/settings')}`,
        ),
      }
  }
}

const paragraphs = (...parts: string[]) => parts.join('\n\n')
