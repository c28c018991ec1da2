import { Link, useParams, useSearchParams } from 'react-router'
import { contractApi } from '#domain/contracts/api.ts'
import { TYPED_SIGNATURE } from '#domain/contracts/signature.ts'
import {
  acceptanceLabel,
  type ContractText,
  type ContractVersion,
  VERSION_REASON_LABELS,
  type VersionSignature,
} from '#domain/contracts/version.ts'
import { dayLabel, instantLabel, shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { download, fetchFile } from '#web/core/download.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { hasShareSheet, openWhatsapp } from '#web/core/share.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { useShareFile } from '#web/core/use-share-file.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { ContractSections } from './ContractSections.tsx'
import './contracts.css'

/** A contract to read on any screen: its text by sections, each of its versions, and its PDF (CON-04). */
export function ContractViewPage() {
  const { id: no = '' } = useParams()
  const [search] = useSearchParams()
  const version = Number(search.get('version') ?? 0)
  const query = version > 0 ? { version } : {}
  const read = useRead(contractApi.text, { params: { no }, query }, { keepPrevious: true })
  if (read.data) return <ContractView contract={read.data.data} />
  return (
    <Page title={`Contrato ${no}`}>
      <ReadState
        of={read}
        lines={10}
        height={24}
        missing={
          <EmptyState title="No encontramos ese contrato" action={<Link to={paths.contracts}>Ver los contratos</Link>}>
            Puede que el número o la versión no existan.
          </EmptyState>
        }
      />
    </Page>
  )
}

function ContractView({ contract }: { contract: ContractText }) {
  const { no_contract: no, version, signature, text_hash } = contract
  return (
    <Page title={`Contrato ${no}`} subtitle={subtitleOf(contract)} actions={<ViewActions contract={contract} />}>
      <Notice contract={contract} />
      <VersionMenu no={no} shown={version} />
      <ContractSections text={contract.text} />
      <div className="contract-end">
        {signature && <Signature signature={signature} />}
        <Card title="Prueba del texto">
          {version && (
            <p>
              Versión {version.version}, vigente desde el {dayLabel(version.from_on)}. {acceptanceLabel(version)} el{' '}
              {instantLabel(new Date(version.made_at))}
            </p>
          )}
          <p>
            Huella SHA-256: <code className="contract-hash">{text_hash}</code>
          </p>
          <Link to={paths.contract(no)}>Ver los datos del contrato</Link>
        </Card>
      </div>
    </Page>
  )
}

const subtitleOf = ({ version, is_draft }: ContractText): string => {
  if (version) return `Versión ${version.version}, ${VERSION_REASON_LABELS[version.reason].toLowerCase()}`
  return is_draft ? 'Borrador' : 'Copia de un contrato firmado en otro sistema'
}

function Notice({ contract: { is_draft, version } }: { contract: ContractText }) {
  if (is_draft) return <Alert tone="warn">Es un borrador: no vale hasta que el titular lo firme.</Alert>
  if (version !== null) return null
  return (
    <Alert>
      Este contrato vino de otro sistema: su texto firmado no está en Enlace. Esto es lo que rige hoy según sus datos.
    </Alert>
  )
}

function ViewActions({ contract }: { contract: ContractText }) {
  const { user } = useSession()
  const [busy, run] = useBusy<'save' | 'share'>()
  const { no_contract: no, version, can_be_signed } = contract
  const query = version === null ? {} : { version: version.version }
  const input = { params: { no }, query }
  const text = `Contrato ${no} de ${user?.company.name ?? ''}: ${window.location.origin}${paths.view('contract', no)}`
  const shareSheet = useShareFile({
    fetch: () => fetchFile(contractApi.pdf, input),
    text,
    again: 'El contrato está listo: toca Compartir otra vez',
  })
  return (
    <>
      {can_be_signed && (
        <LinkButton variant="primary" to={paths.completeContract(no)}>
          Firmar
        </LinkButton>
      )}
      <Button
        variant={can_be_signed ? 'secondary' : 'primary'}
        busy={busy === 'save' ? 'Preparando…' : undefined}
        onClick={() => void run('save', () => download(contractApi.pdf, input))}
      >
        Descargar PDF
      </Button>
      <Button
        busy={busy === 'share' ? 'Preparando…' : undefined}
        onClick={() => void run('share', hasShareSheet() ? shareSheet : async () => openWhatsapp(text))}
      >
        Compartir
      </Button>
    </>
  )
}

/** The versions of the contract, the newest first; nothing while there is only one. */
function VersionMenu({ no, shown }: { no: string; shown: ContractVersion | null }) {
  const [, setSearch] = useSearchParams()
  const versions = useRead(contractApi.versions, { params: { no } }).data?.data ?? []
  if (versions.length < 2) return null
  return (
    <div className="contract-end">
      <SelectField
        label="Versión"
        value={shown?.version ?? ''}
        options={versions.map((one) => ({
          value: String(one.version),
          label: `Versión ${one.version}, ${VERSION_REASON_LABELS[one.reason].toLowerCase()}, desde el ${shortDayLabel(one.from_on)}`,
        }))}
        onChange={({ target }) => setSearch({ version: target.value }, { replace: true })}
      />
    </div>
  )
}

function Signature({ signature: { name, identification, signed_at, mark } }: { signature: VersionSignature }) {
  return (
    <Card title="Firma">
      {mark === TYPED_SIGNATURE ? (
        <p>Firmó con su nombre escrito.</p>
      ) : (
        <svg className="contract-stroke" viewBox={viewBoxOf(mark)} role="img" aria-label={`Firma de ${name}`}>
          {mark.map((stroke, index) => (
            <polyline
              key={index}
              points={stroke.map((point) => point.join(',')).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          ))}
        </svg>
      )}
      <p>
        {name}, documento {identification}, el {instantLabel(new Date(signed_at))}
      </p>
    </Card>
  )
}

/** The box of the drawing, with room for the width of its lines. */
function viewBoxOf(strokes: readonly (readonly (readonly [number, number])[])[]): string {
  const points = strokes.flat()
  const [left, top] = [Math.min(...points.map(([x]) => x)) - 2, Math.min(...points.map(([, y]) => y)) - 2]
  const width = Math.max(...points.map(([x]) => x)) - left + 2
  const height = Math.max(...points.map(([, y]) => y)) - top + 2
  return `${left} ${top} ${width} ${height}`
}
