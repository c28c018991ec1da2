import { instantLabel } from '#domain/core/days.ts'
import type { PqrCase, PqrEntry } from '#domain/pqr/case.ts'
import { PQR_DECISION_LABELS } from '#domain/pqr/topics.ts'
import { ENTRY_LABELS, isRead, OWN_ENTRY_LABELS } from './words.ts'

type Props = {
  entries: PqrCase['entries']
  /** Who filed the case, also when the desk wrote it down. */
  petitioner: string
  /** The side of the reader: its own texts are at the right. */
  own: 'cliente' | 'empresa'
}

/** What was filed, said and decided, the first one first. An internal note looks different from what the client reads (PQR-03). */
export function Thread({ entries, petitioner, own }: Props) {
  return (
    <ol className="pqr-thread" aria-label="Lo que ha pasado">
      {entries.map((entry) =>
        isRead(entry.kind) && entry.text !== '' ? (
          <Entry key={entry.id} entry={entry} petitioner={petitioner} own={own} />
        ) : (
          <li key={entry.id} className="pqr-event">
            {entry.text === '' ? `${entry.author} · ${ENTRY_LABELS[entry.kind]}` : entry.text} · <When at={entry.at} />
          </li>
        ),
      )}
    </ol>
  )
}

function Entry({ entry, petitioner, own }: { entry: PqrEntry } & Pick<Props, 'petitioner' | 'own'>) {
  // What was filed is of its person, also when the desk wrote it down.
  const isFiledByDesk = entry.kind === 'filed' && entry.side === 'empresa'
  const isOwn = (isFiledByDesk ? 'cliente' : entry.side) === own
  const look = entry.is_internal ? ' pqr-entry--note' : isOwn ? ' pqr-entry--own' : ''
  const isAnswer = entry.kind === 'answered' || entry.kind === 'appeal_answered'
  return (
    <li className={`pqr-entry${look}`}>
      <p className="pqr-entry__head">
        <span>
          {entry.is_internal && 'Nota interna, solo la ve el equipo · '}
          <strong>{isOwn && own === 'cliente' ? 'Tú' : isFiledByDesk ? petitioner : entry.author}</strong>
          {!entry.is_internal &&
            ` · ${(isOwn && own === 'cliente' && OWN_ENTRY_LABELS[entry.kind]) || ENTRY_LABELS[entry.kind]}`}
          {isFiledByDesk && `, lo escribió ${entry.author}`}
        </span>
        <When at={entry.at} />
      </p>
      {isAnswer && entry.decision !== null && (
        <p>
          <strong>{PQR_DECISION_LABELS[entry.decision]}</strong>
        </p>
      )}
      <p className="pqr-text">{entry.text}</p>
    </li>
  )
}

const When = ({ at }: { at: string }) => <time dateTime={at}>{instantLabel(new Date(at))}</time>
