import { useState } from 'react'
import { shortDayLabel } from '#domain/core/days.ts'
import { installationReportApi } from '#domain/installations/api.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { useRead } from '#web/core/queries.ts'
import type { useForm } from '#web/core/use-form.ts'
import { SelectField } from '#web/ui/TextField.tsx'
import { ClaimedInvoice } from './ClaimFields.tsx'
import type { About } from './ComplaintFields.tsx'

type Field = ReturnType<typeof useForm>['field']

type Props = {
  contracts: readonly { no_contract: string; label: string }[]
  /** The document of the client: after a cession the reports of the holder before are not offered. */
  identification?: string
  about: About
  field: Field
  /** Whose invoices a claim may name; absent where the person does not read them. */
  claimable?: { clientId?: string; isDesk?: boolean } | undefined
}

/** The contract of a case, when the client has one; about quality, also its slow speed tests (ACT-06, PQR-01); about billing, its invoices. */
export function CaseContract({ contracts, identification, about, field, claimable }: Props) {
  const [no, setNo] = useState(contracts.length === 1 ? (contracts[0]?.no_contract ?? '') : '')
  const isClaim = claimable !== undefined && about.typology === 'facturacion' && about.type === 'queja'
  return (
    <>
      {contracts.length > 0 && (
        <SelectField
          label="Contrato"
          {...field('pqr.no_contract')}
          value={no}
          onChange={(event) => setNo(event.target.value)}
          options={[
            { value: '', label: 'No es sobre un contrato' },
            ...contracts.map(({ no_contract, label }) => ({ value: no_contract, label })),
          ]}
        />
      )}
      {isClaim && <ClaimedInvoice key={no} {...claimable} no={no} field={field} />}
      {about.typology === 'calidad' && no !== '' && (
        <CitedReport key={no} no={no} identification={identification} field={field} />
      )}
    </>
  )
}

const SHOWN_MAX = 50

/** The reports of a contract with a speed test under the contracted speed, one of which the case may cite. Empty without any. */
function CitedReport({ no, identification, field }: Pick<Props, 'field' | 'identification'> & { no: string }) {
  const read = useRead(installationReportApi.list, {
    query: { no_contract: no, under_speed: 'true', page: 1, page_size: SHOWN_MAX },
  })
  const slow = (read.data?.data ?? []).filter(
    ({ client }) => identification === undefined || client.identification === identification,
  )
  if (slow.length === 0) return null
  return (
    <SelectField
      label="Prueba de velocidad (si quieres citar una)"
      hint="Las de las actas de este contrato que midieron menos que la velocidad contratada"
      {...field('pqr.report_id')}
      options={[
        { value: '', label: 'No citar ninguna' },
        ...slow.map(({ id, consecutive, visit_on, type_order_job }) => ({
          value: id,
          label: `Acta ${consecutive} del ${shortDayLabel(visit_on)}, ${WORK_ORDER_LABELS[type_order_job].toLowerCase()}`,
        })),
      ]}
    />
  )
}
