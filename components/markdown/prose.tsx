import { Fragment, type ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import type { ProseElement, ProseNode, ProseTag, Prose as ProseTree } from '@/server/contract/prose'

/** Written by strangers: search engines should not follow, and the page they open learns nothing of ours. */
const LINK_REL = 'nofollow noopener noreferrer ugc'

/**
 * Longer than any word or address that people write. Where kerning moves its letters, a browser that breaks such a run
 * shapes all the rest of it again for each line: 20 kB take half a second, 200 kB half a minute.
 */
const UNBROKEN_RUN = /\S{500}/

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const
const DEPTHS: Partial<Record<ProseTag, number>> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 }

export type ProseProps = {
  prose: ProseTree
  size?: 'base' | 'lg'
  /** The level a "#" becomes, so that a text fits under the headings of its page. */
  headingsFrom?: 2 | 3 | 4
  /** Draws a link its own way (a citation, say); undefined leaves it a plain link. */
  renderLink?: (href: string, children: ReactNode) => ReactNode | undefined
  className?: string
}

/**
 * A text that somebody wrote, laid out for reading. Images are shown as links: loading one would tell its owner who reads
 * what, and when.
 */
export function Prose({ prose, size = 'base', headingsFrom = 3, renderLink, className }: ProseProps) {
  return (
    <div
      className={cn(
        'prose',
        size === 'lg' && 'prose-lg',
        hasUnbrokenRun(prose) && '[font-kerning:none]',
        className,
      )}
    >
      {drawAll(prose, { headingsFrom, renderLink })}
    </div>
  )
}

type Style = Pick<ProseProps, 'renderLink'> & { headingsFrom: number }

function drawAll(nodes: readonly ProseNode[], style: Style): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced whole, never reordered.
    <Fragment key={index}>{typeof node === 'string' ? node : draw(node, style)}</Fragment>
  ))
}

function draw(element: ProseElement, style: Style): ReactNode {
  const { tag: Tag } = element
  const children = drawAll(element.children, style)
  switch (Tag) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const depth = style.headingsFrom + (DEPTHS[Tag] ?? 1) - 3
      const Heading = HEADINGS[Math.min(depth, HEADINGS.length - 1)] ?? 'h6'
      return <Heading>{children}</Heading>
    }
    case 'a':
      return drawLink(element, children, style)
    case 'img':
      return drawPicture(element, children)
    case 'ol':
      return <ol start={element.start}>{children}</ol>
    case 'ul':
      return <ul className={element.isTasks ? 'contains-task-list' : undefined}>{children}</ul>
    case 'th':
    case 'td':
      return <Tag style={element.align ? { textAlign: element.align } : undefined}>{children}</Tag>
    // The checkbox of a task list cannot be pressed here, so it is a sign and not a control.
    case 'input':
      return <span>{element.isChecked ? '☑ ' : '☐ '}</span>
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard (WCAG 2.1.1).
        <div className="prose-scroll" tabIndex={0}>
          <table>{children}</table>
        </div>
      )
    case 'pre':
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard (WCAG 2.1.1).
      return <pre tabIndex={0}>{children}</pre>
    case 'br':
    case 'hr':
      return <Tag />
    default:
      return <Tag>{children}</Tag>
  }
}

function drawLink({ href }: ProseElement, children: ReactNode, { renderLink }: Style): ReactNode {
  if (!href) return <span>{children}</span>
  const drawn = renderLink?.(href, children)
  if (drawn !== undefined) return drawn
  // A place in this text (a footnote): several texts share a page, so places have no names there.
  if (href.startsWith('#')) return <span>{children}</span>
  return (
    <a href={href} rel={LINK_REL}>
      {children}
    </a>
  )
}

function drawPicture({ href, children: [alt] }: ProseElement, children: ReactNode): ReactNode {
  if (!href) return <span>{children}</span>
  return (
    <a href={href} rel={LINK_REL}>
      {typeof alt === 'string' ? `Picture: ${alt}` : 'Picture'}
    </a>
  )
}

function hasUnbrokenRun(nodes: readonly ProseNode[]): boolean {
  return nodes.some((node) =>
    typeof node === 'string' ? UNBROKEN_RUN.test(node) : hasUnbrokenRun(node.children),
  )
}
