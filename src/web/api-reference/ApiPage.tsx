import { useSearchParams } from 'react-router'
import { platformApi } from '#domain/platform/api.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card, Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { ApiCall } from './ApiCall.tsx'
import { type ApiDocument, type DocGroup, filterCalls, readDocument } from './document.ts'
import './ApiPage.css'

/** The OpenAPI document as a page: every call by group, with its roles, its input and its reply. */
export function ApiPage() {
  const [search, setSearch] = useSearchParams()
  const openapi = useRead(platformApi.openapi, {})
  const document = openapi.data === undefined ? null : readDocument(openapi.data)
  const typed = search.get('q') ?? ''
  return (
    <Page title="API de Enlace" subtitle={document && <Intro document={document} />}>
      <SearchField
        label="Buscar por dirección o por lo que hace"
        value={typed}
        onSearch={(text) => setSearch(text === '' ? {} : { q: text }, { replace: true })}
      />
      {document ? (
        <Groups groups={filterCalls(document.groups, typed)} />
      ) : (
        <ReadState of={openapi} lines={8} height={44} />
      )}
    </Page>
  )
}

function Intro({ document }: { document: ApiDocument }) {
  const count = document.groups.reduce((total, { calls }) => total + calls.length, 0)
  return (
    <>
      <p>
        {count} llamadas bajo <code>/api</code>. {document.description}
      </p>
      <a href="/api/openapi.json">Ver el documento OpenAPI 3.1</a>
    </>
  )
}

function Groups({ groups }: { groups: readonly DocGroup[] }) {
  if (groups.length === 0)
    return <EmptyState kind="no-match">Prueba con otra palabra, por ejemplo «plans» o «sesión».</EmptyState>
  return groups.map(({ name, calls }) => (
    <Card key={name} title={name}>
      <ul role="list" className="api-calls">
        {calls.map((call) => (
          <li key={call.id}>
            <ApiCall call={call} />
          </li>
        ))}
      </ul>
    </Card>
  ))
}
