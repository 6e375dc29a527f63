export declare const external: readonly string[]
