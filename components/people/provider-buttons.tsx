import { Button } from '@/components/ui/button'

const NAMES = { github: 'GitHub', google: 'Google' } as const
type Provider = keyof typeof NAMES

export type ProviderButtonsProps = {
  /** Those that are configured here; without any, nothing is drawn. */
  providers: readonly Provider[]
  onChoose: (provider: Provider) => void
}

export function ProviderButtons({ providers, onChoose }: ProviderButtonsProps) {
  if (providers.length === 0) return null
  return (
    <div className="space-y-3">
      <p className="flex items-center gap-4 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {providers.map((provider) => (
        <Button key={provider} size="lg" className="w-full" onClick={() => onChoose(provider)}>
          Go on with {NAMES[provider]}
        </Button>
      ))}
    </div>
  )
}
