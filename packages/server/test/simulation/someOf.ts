/** Every second of what the suite could run; all with `PURSER_TEST_SIMULATION=all`. */
export const someOf = <Item>(all: readonly Item[]): readonly Item[] =>
  process.env.PURSER_TEST_SIMULATION === 'all' ? all : all.filter((_, at) => at % 2 === 0)
