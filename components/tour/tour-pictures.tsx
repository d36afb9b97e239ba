import type { ReactNode } from 'react'

/** Three small pictures in the colours of the theme; what they show is said beside them. */

const TEXT = 'fill-ink font-serif text-[13px]'
const SMALL = 'fill-muted text-xs'

export function AskPicture() {
  return (
    <Frame>
      <rect x="40" y="24" width="280" height="112" rx="8" className="fill-surface stroke-edge" />
      <text x="60" y="58" className={TEXT}>
        Gas boiler or heat pump?
      </text>
      <Bars x={60} y={72} widths={[180, 132]} />
      <rect x="60" y="104" width="92" height="20" rx="10" className="fill-well stroke-line" />
      <text x="106" y="118" textAnchor="middle" className={SMALL}>
        10.00 held
      </text>
    </Frame>
  )
}

export function ReadPicture() {
  return (
    <Frame>
      <path
        d="M130 80 H180 M180 32 V128 M180 32 H200 M180 80 H200 M180 128 H200"
        className="fill-none stroke-edge"
      />
      <rect x="20" y="58" width="110" height="44" rx="8" className="fill-surface stroke-edge" />
      <text x="75" y="84" textAnchor="middle" className={TEXT}>
        Question
      </text>
      <g>
        <rect
          x="200"
          y="12"
          width="140"
          height="40"
          rx="8"
          className="fill-bought-wash stroke-bought"
          strokeWidth="2"
        />
        <text x="270" y="36" textAnchor="middle" className="fill-bought text-xs">
          bought 2.40
        </text>
        <rect x="200" y="60" width="140" height="40" rx="8" className="fill-surface stroke-edge" />
        <text x="270" y="84" textAnchor="middle" className={SMALL}>
          asked: is it so?
        </text>
        <rect
          x="200"
          y="108"
          width="140"
          height="40"
          rx="8"
          className="fill-none stroke-edge"
          strokeDasharray="5 5"
        />
        <text x="270" y="132" textAnchor="middle" className={SMALL}>
          forgotten
        </text>
      </g>
    </Frame>
  )
}

export function SellPicture() {
  return (
    <Frame>
      <rect x="40" y="18" width="280" height="124" rx="8" className="fill-surface stroke-edge" />
      <text x="60" y="46" className={TEXT}>
        What I measured in my house
      </text>
      <text x="60" y="68" className={SMALL}>
        Everyone sees this line and the price.
      </text>
      <rect x="60" y="80" width="240" height="24" rx="4" className="fill-well stroke-line" />
      <text x="180" y="96" textAnchor="middle" className={SMALL}>
        The text itself is locked
      </text>
      <text x="60" y="128" className="fill-bought text-xs">
        You are paid when it is bought
      </text>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden viewBox="0 0 360 160" className="w-full rounded-md border border-line bg-paper">
      {children}
    </svg>
  )
}

function Bars({ x, y, widths }: { x: number; y: number; widths: readonly number[] }) {
  return widths.map((width, row) => (
    <rect key={width} x={x} y={y + row * 12} width={width} height="5" rx="2.5" className="fill-line" />
  ))
}
