#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""dlrm_torch.py FILE.ctr SETTINGS.json: trains a recommendation model by PyTorch on a file of samples of trireme-dlrm, and prints
JSON: median seconds of a step, of its phases, and the BLAS in the process. Run by perf/compare/dlrm.py.

SETTINGS: bottom, top (outputs of layers), rule (sgd or rowwise_adagrad), rate, batch, threads, skip (first steps uncounted).
Batches are made before the clock starts.
"""
import json
import re
import struct
import sys
import time
from pathlib import Path
from statistics import median

import numpy
import torch


def read_samples(path):
    """labels [n], numbers [n, numbers], and ids [n, lookups] of each table, whose rows are the second result."""
    data = numpy.memmap(path, dtype=numpy.uint8, mode="r")
    offset, length = struct.unpack_from("<QQ", data[:64].tobytes(), 16)
    footer = json.loads(data[offset:offset + length].tobytes())
    columns = footer["columns"]
    tables, numbers = columns["tables"], len(columns["dense"])
    one = [table.get("arity", "one") != "bag" for table in tables]
    words = 1 + numbers + sum(one)
    labels, dense, ids = [], [], [[] for _ in tables]
    for chunk in footer["chunks"]:
        at, samples = chunk[0] + 96, chunk[1]
        records = data[at:at + 4 * samples * words].view(numpy.uint32).reshape(samples, words)
        at += 4 * samples * words
        labels.append(records[:, 0].copy().view(numpy.float32))
        dense.append(numpy.ascontiguousarray(records[:, 1:1 + numbers]).view(numpy.float32))
        column = 1 + numbers
        for table, is_one in enumerate(one):
            if is_one:
                ids[table].append(records[:, column:column + 1].astype(numpy.int64))
                column += 1
            else:
                ends = data[at:at + 4 * samples].view(numpy.uint32)
                at += 4 * samples
                count = int(ends[-1])
                ids[table].append(data[at:at + 4 * count].view(numpy.uint32).astype(numpy.int64).reshape(samples, -1))
                at += 4 * count
    return (numpy.concatenate(labels), numpy.concatenate(dense), [numpy.concatenate(parts) for parts in ids],
            [table["rows"] for table in tables])


class Model(torch.nn.Module):
    def __init__(self, numbers, rows, bottom, top):
        super().__init__()
        width = bottom[-1]
        self.tables = torch.nn.ModuleList(torch.nn.EmbeddingBag(n, width, mode="sum", sparse=True) for n in rows)
        self.bottom = self.network(numbers, bottom, True)
        vectors = len(rows) + 1
        self.top = self.network(width + vectors * (vectors - 1) // 2, top, False)
        pairs = [(i, j) for i in range(vectors) for j in range(i)]
        self.register_buffer("rows_of_pairs", torch.tensor([i for i, _ in pairs]))
        self.register_buffer("columns_of_pairs", torch.tensor([j for _, j in pairs]))
        self.seconds = {}

    @staticmethod
    def network(inputs, outputs, ends_in_relu):
        layers = []
        for number, n in enumerate(outputs):
            layers.append(torch.nn.Linear(inputs, n))
            if ends_in_relu or number + 1 < len(outputs):
                layers.append(torch.nn.ReLU())
            inputs = n
        return torch.nn.Sequential(*layers)

    def forward(self, dense, ids, offsets, took):
        x = self.bottom(dense)
        took("bottom")
        vectors = [x] + [table(one, offsets) for table, one in zip(self.tables, ids)]
        took("embedding")
        z = torch.cat(vectors, dim=1).view(x.shape[0], len(vectors), -1)
        products = torch.bmm(z, z.transpose(1, 2))
        joined = torch.cat([x, products[:, self.rows_of_pairs, self.columns_of_pairs]], dim=1)
        took("interaction")
        return self.top(joined)


def initialize(model):
    """As DLRM's own program does: layers normal, tables uniform."""
    with torch.no_grad():
        for layer in [*model.bottom, *model.top]:
            if isinstance(layer, torch.nn.Linear):
                layer.weight.normal_(0, (2 / (layer.in_features + layer.out_features)) ** 0.5)
                layer.bias.normal_(0, layer.out_features ** -0.5)
        for table in model.tables:
            table.weight.uniform_(-(table.num_embeddings ** -0.5), table.num_embeddings ** -0.5)


class RowwiseAdagrad:
    """One sum of squares a row: its mean square over the row is added, then the row moves along gradient / root."""

    def __init__(self, tables, rate, epsilon=1e-8):
        self.weights = [table.weight for table in tables]
        self.sums = [torch.zeros(weight.shape[0]) for weight in self.weights]
        self.rate, self.epsilon = rate, epsilon

    @torch.no_grad()
    def step(self):
        for weight, sums in zip(self.weights, self.sums):
            gradient = weight.grad.coalesce()
            rows, values = gradient.indices()[0], gradient.values()
            sums.index_add_(0, rows, values.pow(2).mean(dim=1))
            values.div_(sums[rows].sqrt_().add_(self.epsilon).unsqueeze(1))
            weight.index_add_(0, rows, values, alpha=-self.rate)


def main():
    path, settings = sys.argv[1], json.loads(Path(sys.argv[2]).read_text())
    torch.set_num_threads(settings["threads"])
    torch.manual_seed(1)
    labels, dense, ids, rows = read_samples(path)
    batch = settings["batch"]
    model = Model(dense.shape[1], rows, settings["bottom"], settings["top"])
    initialize(model)
    layers = [*model.bottom.parameters(), *model.top.parameters()]
    if settings["rule"] == "sgd":
        of_layers = torch.optim.SGD(layers, lr=settings["rate"])
        of_tables = torch.optim.SGD(model.tables.parameters(), lr=settings["rate"])
    else:
        of_layers = torch.optim.Adagrad(layers, lr=settings["rate"], eps=1e-8)
        of_tables = RowwiseAdagrad(model.tables, settings["rate"])
    loss_of = torch.nn.BCEWithLogitsLoss()
    batches = []
    for first in range(0, len(labels) - batch + 1, batch):
        here = slice(first, first + batch)
        bags = [torch.from_numpy(one[here].reshape(-1).copy()) for one in ids]
        batches.append((torch.from_numpy(dense[here].copy()), bags,
                        torch.arange(batch) * ids[0].shape[1], torch.from_numpy(labels[here].copy())))

    seconds, losses = {}, []
    for numbers, bags, offsets, wanted in batches:
        start = last = time.perf_counter()

        def took(part):
            nonlocal last
            now = time.perf_counter()
            seconds.setdefault(part, []).append(now - last)
            last = now

        logits = model(numbers, bags, offsets, took).squeeze(1)
        loss = loss_of(logits, wanted)
        took("top")
        for parameter in model.parameters():
            parameter.grad = None
        loss.backward()
        took("backward")
        of_tables.step()
        took("table_update")
        of_layers.step()
        took("layer_update")
        losses.append(loss.item())
        seconds.setdefault("step", []).append(time.perf_counter() - start)
    maps = Path("/proc/self/maps").read_text()
    blas = sorted(set(re.findall(r"\S*(?:libblas|libopenblas|libmkl|libcblas)\S*", maps)))
    skip = settings["skip"]
    print(json.dumps({"version": torch.__version__, "blas": blas, "first_loss": losses[0], "last_loss": losses[-1],
                      "steps": len(batches), **{part: median(all_steps[skip:]) for part, all_steps in seconds.items()}}))


if __name__ == "__main__":
    main()
