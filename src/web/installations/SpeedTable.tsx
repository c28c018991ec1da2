import type { Report, SpeedCheck } from '#domain/installations/report.ts'
import { averageOf, MEASURES, TESTS, type Values } from '#domain/installations/report-values.ts'
import { bandwidthProblem, countUnder, testsLabel } from '#domain/installations/speed.ts'
import { useSession } from '#web/core/session.ts'
import { Alert } from '#web/ui/States.tsx'
import { Cells, Note, Section } from './ReportSection.tsx'

const HEADERS = {
  speed_download: 'Bajada (Mb/s)',
  speed_upload: 'Subida (Mb/s)',
  speed_latency: 'Latencia (ms)',
} as const

/** The three speed tests with their average, and the contracted speed (ACT-06). */
export function SpeedTable({ speed, check }: { speed: Report['speedTest']; check: SpeedCheck }) {
  const { user } = useSession()
  if (speed === null)
    return (
      <Section title="Pruebas de velocidad">
        <p className="acta__empty">Sin pruebas</p>
      </Section>
    )
  // For the desk: what the client signed does not change.
  const isStaff = user?.metadata.role !== 'client'
  const differs = bandwidthProblem(speed.bandwidth, check.contracted_download)
  return (
    <Section title="Pruebas de velocidad">
      <table className="acta__table">
        <caption className="visually-hidden">Pruebas de velocidad</caption>
        <thead>
          <tr>
            <th scope="col">Prueba</th>
            {MEASURES.map((measure) => (
              <th key={measure} scope="col">
                {HEADERS[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TESTS.map((test, index) => (
            <tr key={test}>
              <th scope="row">{index + 1}</th>
              {MEASURES.map((measure) => (
                <td key={measure}>{figure(speed[test][measure])}</td>
              ))}
            </tr>
          ))}
          <tr className="acta__average">
            <th scope="row">Promedio</th>
            {MEASURES.map((measure) => (
              <td key={measure}>{figure(averageOf(typedOf(speed), measure))}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {check.is_under && (
        <Alert tone="warn">
          {testsLabel(underOf(speed, check), 'está', 'están')} por debajo del {check.share_bps / 100} % de la velocidad
          contratada ({figure(check.contracted_download)} Mb/s de bajada y {figure(check.contracted_upload)} de subida).
        </Alert>
      )}
      {isStaff && differs !== null && <Alert tone="warn">{differs}</Alert>}
      <Cells cells={[['Ancho de banda contratado', `${figure(speed.bandwidth)} Mb/s`]]} />
      <Note text={speed.observation_speed_test_service} />
    </Section>
  )
}

const underOf = (speed: NonNullable<Report['speedTest']>, check: SpeedCheck): number =>
  countUnder(speed, { download: check.contracted_download, upload: check.contracted_upload }, check.share_bps)

const typedOf = (speed: NonNullable<Report['speedTest']>): Values =>
  Object.fromEntries(
    TESTS.flatMap((test) => MEASURES.map((measure) => [`speedTest.${test}.${measure}`, String(speed[test][measure])])),
  )

const decimal = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 })
const figure = (value: number | null): string => (value === null ? '–' : decimal.format(value))
