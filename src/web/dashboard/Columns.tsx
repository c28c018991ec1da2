import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { marksOf } from './axis.ts'

const WIDTH = 600
const HEIGHT = 170
const FOOT = 22
/** The room of the axis at the left. */
const LEFT = 72
const GAP = 0.4
const PLOT = WIDTH - LEFT

type Bar = {
  readonly key: string
  readonly label: string
  readonly values: readonly number[]
  /** The month and its values in words. */
  readonly title: string
}

type Props = {
  title: string
  bars: readonly Bar[]
  kinds: readonly string[]
  /** The text of a mark of the axis. */
  markLabel: (value: number) => string
}

/**
 * A column chart by month with its axis. The value of a month is above it: of the last one, or of the one that is pointed at, touched,
 * or chosen with the arrow keys.
 */
export function Columns({ title, bars, kinds, markLabel }: Props) {
  const last = bars.length - 1
  const [chosen, setChosen] = useState(last)
  const bar = bars[chosen] ?? bars[last]
  const marks = marksOf(Math.max(0, ...bars.flatMap(({ values }) => values)))
  const top = marks.at(-1) ?? 1
  const yOf = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 16)
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * bars.length))))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextOf(event.key, chosen, last)
    if (next === null) return
    event.preventDefault()
    setChosen(Math.min(last, Math.max(0, next)))
  }
  return (
    <div className="columns">
      <p className="columns__value figures" aria-hidden="true">
        {bar?.title}
      </p>
      <div className="columns__plot">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} aria-hidden="true">
          <Axis marks={marks} labelOf={markLabel} yOf={yOf} />
          {bars.map((one, position) => (
            <ColumnGroup
              key={one.key}
              bar={one}
              kinds={kinds}
              x={LEFT + (position * PLOT) / bars.length}
              step={PLOT / bars.length}
              yOf={yOf}
              isChosen={position === chosen}
            />
          ))}
        </svg>
        <div
          className="columns__months"
          role="slider"
          tabIndex={0}
          aria-label={`${title}: mes`}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={chosen + 1}
          aria-valuetext={bar?.title}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(last)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  )
}

type AxisProps = { marks: readonly number[]; labelOf: Props['markLabel']; yOf: (value: number) => number }

const Axis = ({ marks, labelOf, yOf }: AxisProps) =>
  marks.map((mark) => (
    <g key={mark} className="columns__mark">
      <line x1={LEFT} x2={WIDTH} y1={yOf(mark)} y2={yOf(mark)} />
      <text x={LEFT - 8} y={yOf(mark) + 4} textAnchor="end">
        {labelOf(mark)}
      </text>
    </g>
  ))

/** The month that a key chooses; null for another key. */
function nextOf(key: string, chosen: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return chosen - 1
  if (key === 'ArrowRight' || key === 'ArrowUp') return chosen + 1
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

type GroupProps = {
  bar: Bar
  kinds: readonly string[]
  x: number
  step: number
  yOf: (value: number) => number
  isChosen: boolean
}

function ColumnGroup({ bar, kinds, x, step, yOf, isChosen }: GroupProps) {
  const width = (step * (1 - GAP)) / kinds.length
  return (
    <g className={isChosen ? 'columns__now' : undefined}>
      {bar.values.map((value, kind) => {
        const height = value === 0 ? 1 : Math.max(3, HEIGHT - yOf(value))
        return (
          <rect
            key={kinds[kind]}
            className={`columns__bar columns__bar--${kinds[kind]}`}
            x={x + (step * GAP) / 2 + kind * width}
            y={HEIGHT - height}
            width={width}
            height={height}
            rx={3}
          />
        )
      })}
      <text x={x + step / 2} y={HEIGHT + 16} textAnchor="middle">
        {bar.label}
      </text>
    </g>
  )
}
