import type { Role } from '#domain/core/roles.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { EntryKind, PqrCase } from '#domain/pqr/case.ts'
import { download } from '#web/core/download.ts'
import { useChange } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { allowedSteps, type CaseStep, STEP_LABELS } from './desk-steps.ts'

type Props = { pqr: PqrCase; onStep: (step: CaseStep) => void }

/** The steps of the desk: take, answer, and the others in a menu. */
export function DeskActions({ pqr, onStep }: Props) {
  const { user_id: own, role } = useSession().user?.metadata ?? {}
  const { take, isTaking, close } = useQuickSteps(pqr)
  const { items, busy } = useFileItems(pqr)
  const { actions, assignee } = pqr
  const canTake = actions.includes('take') && assignee?.id !== own
  return (
    <>
      {canTake && (
        <Button busy={isTaking ? 'Tomando…' : undefined} onClick={take}>
          {assignee === null ? 'Tomar' : `Quitársela a ${assignee.name}`}
        </Button>
      )}
      {actions.includes('answer') && (
        <Button variant="primary" disabledReason={noAnswerReason(pqr, role)} onClick={() => onStep('answer')}>
          Responder
        </Button>
      )}
      {busy !== null && <Button busy="Preparando…">Descargas</Button>}
      <LazyMenu
        label={`Acciones de ${pqr.reference}`}
        items={[
          ...allowedSteps(actions).map((step) => ({ label: STEP_LABELS[step], onSelect: () => onStep(step) })),
          ...items,
          ...(actions.includes('close') ? [{ label: 'Cerrar el caso', onSelect: close }] : []),
        ]}
      />
    </>
  )
}

/** Why this role does not answer the case: the decision on an invoice is money, which the technical staff does not move. */
const noAnswerReason = ({ claim }: PqrCase, role: Role | undefined): string | undefined =>
  claim !== null && role !== 'financial'
    ? 'Un reclamo de factura lo decide el personal financiero: asígnaselo'
    : undefined

/** The steps without a dialog: take and close. */
function useQuickSteps({ id, version }: PqrCase) {
  const taking = useChange(pqrApi.take)
  const closing = useChange(pqrApi.close)
  const input = { params: { id }, body: { version } }
  return {
    isTaking: taking.isPending,
    take: (): void =>
      taking.mutate(input, {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos tomar esta PQR'),
      }),
    close: (): void =>
      closing.mutate(input, {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos cerrar esta PQR'),
      }),
  }
}

/** The documents of a case, to download. */
function useFileItems({ id, status, entries }: PqrCase) {
  const has = (one: EntryKind): boolean => entries.some(({ kind }) => kind === one)
  const [busy, run] = useBusy<'file'>()
  const input = { params: { id } }
  const item = (label: string, save: () => Promise<void>) => ({ label, onSelect: () => void run('file', save) })
  const isForSic = status === 'confirmada' || status === 'trasladada_sic' || status === 'decidida_sic'
  return {
    busy,
    items: [
      item('Descargar constancia', () => download(pqrApi.constancia, input)),
      ...(has('appealed')
        ? [
            item('Descargar constancia del recurso', () =>
              download(pqrApi.constancia, { ...input, query: { of: 'appeal' } }),
            ),
          ]
        : []),
      ...(has('linked')
        ? [
            item('Descargar constancia de la factura', () =>
              download(pqrApi.constancia, { ...input, query: { of: 'link' } }),
            ),
          ]
        : []),
      ...(has('withdrawn')
        ? [
            item('Descargar constancia del desistimiento', () =>
              download(pqrApi.constancia, { ...input, query: { of: 'withdrawal' } }),
            ),
          ]
        : []),
      ...(has('answered')
        ? [item('Descargar la respuesta', () => download(pqrApi.answerPdf, { ...input, query: { of: 'filing' } }))]
        : []),
      ...(has('appeal_answered')
        ? [
            item('Descargar la respuesta al recurso', () =>
              download(pqrApi.answerPdf, { ...input, query: { of: 'appeal' } }),
            ),
          ]
        : []),
      item('Descargar el expediente', () => download(pqrApi.pdf, input)),
      ...(isForSic ? [item('Descargar el expediente para la SIC (ZIP)', () => download(pqrApi.zip, input))] : []),
    ],
  }
}
