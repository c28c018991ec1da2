import { ROLE_LABELS } from '#domain/core/roles.ts'
import { listLabel } from '#domain/core/text.ts'
import type { DocCall, DocField } from './document.ts'

/** One call: a summary line that opens its parameters, body and reply. */
export function ApiCall({ call }: { call: DocCall }) {
  return (
    <details className="api-call">
      <summary className="api-call__head">
        <span className={`api-call__method api-call__method--${call.method.toLowerCase()}`}>{call.method}</span>
        <code className="api-call__path">{breakable(call.path)}</code>
        <span className="api-call__summary">{call.summary}</span>
      </summary>
      <div className="api-call__body">
        <p>
          <strong>Quién:</strong> {rolesLabel(call.roles)}
        </p>
        <Fields title="Parámetros" fields={call.parameters} />
        <Fields title="Cuerpo" fields={call.body} />
        <Fields title={`Respuesta ${call.status}`} fields={call.reply} />
        <p>
          <strong>Puede fallar con:</strong> {call.failures.join(' · ')}
        </p>
      </div>
    </details>
  )
}

const ROLE_NAMES: Readonly<Record<string, string>> = { ...ROLE_LABELS, public: 'cualquiera, sin sesión' }

const rolesLabel = (roles: readonly string[]): string => listLabel(roles.map((role) => ROLE_NAMES[role] ?? role))

/** A long path may break after each slash and nowhere else. */
const breakable = (path: string): string => path.replaceAll('/', '/\u200b')

function Fields({ title, fields }: { title: string; fields: readonly DocField[] }) {
  if (fields.length === 0) return null
  return (
    <section className="api-fields">
      <h3 className="api-fields__title">{title}</h3>
      <FieldList fields={fields} />
    </section>
  )
}

function FieldList({ fields }: { fields: readonly DocField[] }) {
  return (
    <ul role="list" className="api-fields__list">
      {fields.map((field, index) => (
        // The alternatives of one field may repeat a name.
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes
        <li key={`${field.name}-${index}`}>
          <code>{field.name}</code> <span className="api-fields__type">{field.type}</span>
          {!field.isRequired && <span className="api-fields__note"> · opcional</span>}
          {field.note && <span className="api-fields__note"> · {field.note}</span>}
          {field.fields.length > 0 && <FieldList fields={field.fields} />}
        </li>
      ))}
    </ul>
  )
}
