import { Link } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import { askedLabel, askedOf, type ContractVersion, VERSION_REASON_LABELS } from '#domain/contracts/version.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'

/** The kept versions of a contract, the newest first, each with a link to its text (CON-04). */
export function VersionsCard({ no }: { no: string }) {
  const read = useRead(contractApi.versions, { params: { no } })
  return (
    <Card title="Versiones del contrato">
      <Query of={read} lines={2} height={32}>
        {({ data }) =>
          data.length === 0 ? (
            <p>
              Enlace no guarda versiones firmadas de este contrato.{' '}
              <Link to={paths.view('contract', no)}>Leer el texto</Link>
            </p>
          ) : (
            <RowList label="Versiones del contrato">
              {data.map((kept) => (
                <li key={kept.version}>
                  <span className="two-lines">
                    <Link to={`${paths.view('contract', no)}?version=${kept.version}`}>Versión {kept.version}</Link>
                    <small>
                      {VERSION_REASON_LABELS[kept.reason]}, desde el {shortDayLabel(kept.from_on)}
                    </small>
                    <AskedFor version={kept} />
                  </span>
                </li>
              ))}
            </RowList>
          )
        }
      </Query>
    </Card>
  )
}

/** Who asked for the change, when it is stated. */
function AskedFor({ version }: { version: ContractVersion }) {
  const asked = askedOf(version)
  return asked && <small>{askedLabel(asked)}</small>
}
