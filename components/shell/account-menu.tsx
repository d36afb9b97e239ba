'use client'

import { ChevronDown, Flag, Gauge, LogOut, MonitorX, Settings, UserRound, Wallet } from 'lucide-react'
import { Credits } from '@/components/money/credits'
import { useThemeChoice } from '@/components/shell/theme-choice'
import { THEMES } from '@/components/shell/theme-switch'
import { Avatar } from '@/components/ui/avatar'
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
} from '@/components/ui/dropdown-menu'
import type { WalletSummary } from '@/server/contract/ledger'

export type ShellUser = {
  name: string
  /** The end of the profile's address: `/people/<handle>`. */
  handle: string
  /** One of the demo market's people. */
  demo?: boolean
  /** Moderates, and runs the market. */
  office?: 'moderator' | 'operator' | null
}

export type ShellWallet = Pick<
  WalletSummary,
  'availableMicros' | 'heldMicros' | 'pendingMicros' | 'pendingFrom' | 'pendingUntil'
>

export type AccountMenuProps = {
  user: ShellUser
  wallet?: ShellWallet | null
  onSignOut?: () => void
  onSignOutEverywhere?: () => void
}

export function AccountMenu({ user, wallet, onSignOut, onSignOutEverywhere }: AccountMenuProps) {
  const [theme, setTheme] = useThemeChoice()
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          className="flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-md px-1 text-muted transition-colors hover:text-ink"
        >
          {/* Not a label of its own: the initials are what is seen, and a label must contain what is seen. */}
          <span className="sr-only">Your account, {user.name}</span>
          <Avatar name={user.name} />
          <ChevronDown aria-hidden className="hidden size-3.5 sm:block" />
        </button>
      }
    >
      <div className="px-2.5 pt-1.5 pb-2 text-sm">
        <p className="font-medium">{user.name}</p>
        <p className="text-muted">
          {user.demo ? 'A demo person' : `@${user.handle}`}
          {wallet ? (
            <>
              {' · '}
              <Credits micros={wallet.availableMicros} /> available
            </>
          ) : null}
        </p>
      </div>
      <MenuSeparator />
      <MenuItem href={`/people/${user.handle}`} icon={<UserRound aria-hidden />}>
        Profile
      </MenuItem>
      <MenuItem href="/wallet" icon={<Wallet aria-hidden />}>
        Wallet
      </MenuItem>
      <MenuItem href="/settings" icon={<Settings aria-hidden />}>
        Settings
      </MenuItem>
      {user.office === 'operator' ? (
        <MenuItem href="/operate" icon={<Gauge aria-hidden />}>
          Run the market
        </MenuItem>
      ) : null}
      {user.office ? (
        <MenuItem href="/moderation" icon={<Flag aria-hidden />}>
          Moderation
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuLabel>Colours</MenuLabel>
      <MenuRadioGroup label="Colours" value={theme} onValueChange={setTheme} options={THEMES} />
      {onSignOut || onSignOutEverywhere ? <MenuSeparator /> : null}
      {onSignOut ? (
        <MenuItem onSelect={onSignOut} icon={<LogOut aria-hidden />}>
          Sign out
        </MenuItem>
      ) : null}
      {onSignOutEverywhere ? (
        <MenuItem onSelect={onSignOutEverywhere} icon={<MonitorX aria-hidden />}>
          Sign out everywhere
        </MenuItem>
      ) : null}
    </DropdownMenu>
  )
}
