# The match server in a small image: built in one stage, run in another that has no compiler.
FROM rust:1-slim-bookworm AS outline
WORKDIR /src
COPY . .
RUN .ci/outline /outline

FROM rust:1-slim-bookworm AS build
WORKDIR /src
# Dependencies first: the outline is the same until a manifest or the lock file changes, so a change of code builds only
# our code again.
COPY --from=outline /outline .
RUN cargo build --release --locked -p versus2048-server
COPY . .
# Cargo compares times, and what was copied may be older than what was built from the outline.
RUN find . -path ./target -prune -o -name '*.rs' -exec touch {} + \
    && cargo build --release --locked -p versus2048-server

FROM debian:bookworm-slim
RUN groupadd --gid 2048 versus2048 \
    && useradd --uid 2048 --gid 2048 --no-create-home --home-dir /data --shell /usr/sbin/nologin versus2048 \
    && install -d -o versus2048 -g versus2048 -m 0700 /data
COPY --from=build /src/target/release/versus2048-server /usr/local/bin/

USER 2048:2048
ENV VERSUS2048_LISTEN=0.0.0.0:2048 VERSUS2048_DATA_DIR=/data
VOLUME /data
EXPOSE 2048
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["versus2048-server", "--health-check"]
ENTRYPOINT ["versus2048-server"]
