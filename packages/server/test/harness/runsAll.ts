/** True in `npm run test:deep`, in which the tests run all their cases instead of a sample. */
export const runsAll = process.env.PURSER_TEST_DEPTH === 'all'
