/** Whether everything is tried that a test knows, and not a sample of it: `PURSER_TEST_DEPTH=all`. */
export const runsAll = process.env.PURSER_TEST_DEPTH === 'all'
