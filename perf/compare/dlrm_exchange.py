# SPDX-License-Identifier: Apache-2.0
"""What a step of training sends, from shapes and plans alone: checked against what trireme-dlrm counts at 1 to 4 ranks, and
written out for more ranks than a test machine has. Called by perf/compare/dlrm.py."""


def blocks_of(case, ranks, block_samples):
    """(samples, blocks) of each rank: runs of whole blocks."""
    blocks = -(-case.batch // block_samples)
    share, rest = divmod(blocks, ranks)
    begins = [share * rank + min(rank, rest) for rank in range(ranks + 1)]
    return [(min(case.batch, block_samples * end) - min(case.batch, block_samples * begin), begin, end)
            for begin, end in zip(begins, begins[1:])]


def tree_nodes(begin, end):
    """Subtrees that a run of blocks holds whole: what one rank sends of its sums of gradients."""
    nodes = 0
    while begin < end:
        size = (begin & -begin) or 1 << 62
        while size > end - begin:
            size >>= 1
        begin += size
        nodes += 1
    return nodes


def predicted_bytes(case, ranks, shards, block_samples):
    """Bytes over all ranks in a step. shards: of the plan; each goes to one rank, of all rows."""
    runs = blocks_of(case, ranks, block_samples)
    widths, columns = [0] * ranks, [0] * ranks
    for shard in shards:
        widths[shard["rank"]] += shard["columns"][1] - shard["columns"][0]
        columns[shard["rank"]] += 1
    ids = vectors = layers = 0
    words = case.lookups + (case.lookups > 1)  # bags come with their lengths
    for rank, (samples, begin, end) in enumerate(runs):
        others = [other for other in range(ranks) if other != rank]
        ids += 4 * samples * words * sum(columns[other] for other in others)
        vectors += 4 * samples * sum(widths[other] for other in others)
        if ranks > 1:
            nodes = tree_nodes(begin, end)
            for size in layer_sizes(case):
                mine = -(-size // ranks) if rank < size % ranks else size // ranks
                layers += 4 * nodes * (size - mine) + 4 * mine * (ranks - 1)
    return {"ids": ids, "vectors": vectors, "gradients": vectors, "layers": layers}


def layer_sizes(case):
    """Parameters of the bottom and of the top network, which are reduced apart."""
    sizes = [outputs * (inputs + 1) for inputs, outputs in case.layers()]
    return sum(sizes[:len(case.bottom)]), sum(sizes[len(case.bottom):])


def exchange_table(case, link_gbs, latency_us):
    """For 16 to 1024 ranks, one a node, with 2048 samples on each: bytes that a rank sends in a step and milliseconds at this link and
    latency. Tables whole while there are as many as ranks, then cut by columns, in which case ids go to every piece."""
    print(f"\n{case.name}: what a rank sends in a step of 2048 samples a rank; {link_gbs} GB/s and {latency_us} us a message assumed")
    print(f"{'ranks':>6} {'plan':<12} {'ids MB':>8} {'vectors MB':>11} {'gradients MB':>13} {'layers MB':>10} {'ms':>8}")
    rows = []
    for ranks in (16, 32, 64, 128, 256, 512, 1024):
        pieces = 1 if ranks <= case.tables else min(case.width, -(-ranks // case.tables))
        samples, others = 2048, (ranks - 1) / ranks
        words = case.lookups + (case.lookups > 1)
        sent = {"ids": 4 * samples * words * case.tables * pieces * others,
                "vectors": 4 * samples * case.tables * case.width * others}
        sent["gradients"] = sent["vectors"]
        sent["layers"] = 2 * 4 * case.parameters() * others
        messages = 4 * (ranks - 1) + 2 * (ranks - 1)
        milliseconds = 1e3 * (sum(sent.values()) / (1e9 * link_gbs) + 1e-6 * latency_us * messages)
        plan = "table_wise" if pieces == 1 else f"{pieces} pieces"
        rows.append({"ranks": ranks, "pieces": pieces, **sent, "milliseconds": milliseconds})
        print(f"{ranks:>6} {plan:<12} " + " ".join(
            f"{sent[part] / 1e6:>{width}.2f}" for part, width in (("ids", 8), ("vectors", 11), ("gradients", 13), ("layers", 10)))
            + f" {milliseconds:>8.2f}")
    return rows
