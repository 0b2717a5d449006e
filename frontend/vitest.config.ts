import {defineConfig} from "vitest/config";

export default defineConfig({
  test: {
    environment: "happy-dom",
    include: ["test/**/*.test.ts"],
    restoreMocks: true,
    // Long enough for a slow machine that does much else.
    testTimeout: 30_000,
  },
});
