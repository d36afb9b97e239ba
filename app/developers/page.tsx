import type { Metadata } from 'next'
import Link from 'next/link'
import { OperationRow } from '@/app/developers/operation-row'
import { PageHeader } from '@/components/shell/page-header'
import { ROUTES } from '@/server/api/rest/routes'

export const metadata: Metadata = {
  title: 'Developers',
  description: 'Everything that the market does, for programs: REST, MCP, feeds, and a place to try a call.',
}

const PLACES = [
  { href: '/api/v1/openapi.json', label: 'OpenAPI 3.1', hint: 'all operations, for makers of clients' },
  { href: '/mcp', label: '/mcp', hint: 'the Model Context Protocol, over streamable HTTP', isText: true },
  { href: '/llms.txt', label: 'llms.txt', hint: 'the doors, for models' },
  { href: '/feeds/questions.atom', label: 'Atom', hint: 'all questions; also of a tag or a person' },
  { href: '/feeds/questions.json', label: 'JSON Feed', hint: 'the same' },
] as const

const GROUPS = [...Map.groupBy(ROUTES, ({ tag }) => tag)]

export default function DevelopersPage() {
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Developers"
        lead="Programs do here what people do: the same rules, the same refusals. Each operation below can be tried with a key of yours."
      />
      <div className="space-y-12">
        <section aria-labelledby="doors" className="space-y-3">
          <h2 id="doors" className="display text-xl">
            Doors
          </h2>
          <ul className="space-y-1">
            {PLACES.map(({ href, label, hint, ...rest }) => (
              <li key={href}>
                {'isText' in rest ? (
                  <code>{label}</code>
                ) : (
                  <a href={href} className="underline underline-offset-2">
                    {label}
                  </a>
                )}
                <span className="text-muted text-sm">: {hint}</span>
              </li>
            ))}
          </ul>
          <p className="measure text-muted text-sm">
            A key says what a program may do and spend: make one under{' '}
            <Link href="/settings#keys" className="underline underline-offset-2">
              Settings, Keys
            </Link>
            . What is public needs none. Amounts are credits as decimal text, times RFC 3339.
          </p>
        </section>
        {GROUPS.map(([tag, routes]) => (
          <section key={tag} aria-labelledby={tag} className="space-y-2">
            <h2 id={tag} className="display text-xl">
              {tag}
            </h2>
            <ul className="divide-y divide-line border-line border-y">
              {routes.map(({ id, method, template, summary, scopes, isPublic }) => (
                <OperationRow
                  key={id}
                  id={id}
                  method={method}
                  path={template}
                  summary={summary}
                  needs={isPublic ? [] : [...scopes]}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
