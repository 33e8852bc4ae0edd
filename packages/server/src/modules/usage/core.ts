export { type Span, spanAt } from './meters/span.core.ts'
export { type CounterKey, counterMapKey } from './meters/tallies.core.ts'
export { type Rights, termsOf } from './rights/rights.core.ts'
export { type MetricRoute, routeEvent } from './rights/route.core.ts'
