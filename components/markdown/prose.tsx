import type { ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { cn } from '@/components/ui/cn'

/** Written by strangers: search engines should not follow, and the page they open learns nothing of ours. */
const LINK_REL = 'nofollow noopener noreferrer ugc'

/**
 * Longer than any word or address that people write. Where kerning moves its letters, a browser that breaks such a run
 * shapes all the rest of it again for each line: 20 kB take half a second, 200 kB half a minute.
 */
const UNBROKEN_RUN = /\S{500}/

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const

export type ProseProps = {
  markdown: string
  size?: 'base' | 'lg'
  /** The level a "#" becomes, so that a text fits under the headings of its page. */
  headingsFrom?: 2 | 3 | 4
  /** Draws a link its own way (a citation, say); undefined leaves it a plain link. */
  renderLink?: (href: string, children: ReactNode) => ReactNode | undefined
  className?: string
}

/**
 * Markdown that somebody wrote, set for reading. Raw HTML is dropped, addresses are limited to the safe kinds, and images
 * are shown as links: loading one would tell its owner who reads what, and when.
 */
export function Prose({ markdown, size = 'base', headingsFrom = 3, renderLink, className }: ProseProps) {
  return (
    <div
      className={cn(
        'prose',
        size === 'lg' && 'prose-lg',
        UNBROKEN_RUN.test(markdown) && '[font-kerning:none]',
        className,
      )}
    >
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        skipHtml
        components={componentsFor(headingsFrom, renderLink)}
      >
        {markdown}
      </Markdown>
    </div>
  )
}

function componentsFor(headingsFrom: number, renderLink: ProseProps['renderLink']): Components {
  const heading = (depth: number) => {
    const Tag = HEADINGS[Math.min(headingsFrom + depth - 3, HEADINGS.length - 1)] ?? 'h6'
    return ({ children }: { children?: ReactNode }) => <Tag>{children}</Tag>
  }
  return {
    h1: heading(1),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(5),
    h6: heading(6),
    a: ({ href, children }) => {
      if (!href) return <span>{children}</span>
      const drawn = renderLink?.(href, children)
      if (drawn !== undefined) return drawn
      return (
        <a href={href} rel={LINK_REL}>
          {children}
        </a>
      )
    },
    img: ({ src, alt }) =>
      typeof src === 'string' && src !== '' ? (
        <a href={src} rel={LINK_REL}>
          {alt ? `Picture: ${alt}` : 'Picture'}
        </a>
      ) : (
        <span>{alt}</span>
      ),
    // The checkbox of a task list cannot be pressed here, so it is a sign and not a control.
    input: ({ checked }) => <span>{checked ? '☑ ' : '☐ '}</span>,
    table: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard (WCAG 2.1.1).
      <div className="prose-scroll" tabIndex={0}>
        <table>{children}</table>
      </div>
    ),
    pre: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard (WCAG 2.1.1).
      <pre tabIndex={0}>{children}</pre>
    ),
  }
}
