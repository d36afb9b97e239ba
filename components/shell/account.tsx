'use client'

import Link from 'next/link'
import { Credits } from '@/components/money/credits'
import { AccountMenu, type AccountMenuProps, type ShellWallet } from '@/components/shell/account-menu'
import { pendingInWords } from '@/components/wallet/pending-words'

/** A member's corner of the header: what there is to spend, and everything of their own. */
export function Account(props: AccountMenuProps) {
  return (
    <>
      {props.wallet ? <WalletFigure wallet={props.wallet} /> : null}
      <AccountMenu {...props} />
    </>
  )
}

function WalletFigure({ wallet }: { wallet: ShellWallet }) {
  const pending = pendingInWords(wallet)
  return (
    <Link
      href="/wallet"
      className="flex min-h-11 flex-col items-end justify-center rounded-sm px-1 text-sm leading-5 hover:text-accent"
    >
      <span className="font-medium">
        <span className="sr-only">Wallet, available: </span>
        <Credits micros={wallet.availableMicros} className="max-sm:hidden" />
        <Credits micros={wallet.availableMicros} unit={false} className="sm:hidden" />
      </span>
      <span className="flex gap-x-2 text-muted text-xs leading-4 empty:hidden max-sm:flex-col max-sm:items-end">
        {pending === null ? null : <span className="nums text-bought">{pending}</span>}
        {wallet.heldMicros > 0n ? (
          <span>
            <Credits micros={wallet.heldMicros} unit={false} /> held
          </span>
        ) : null}
      </span>
    </Link>
  )
}
