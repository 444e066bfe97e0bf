# SPDX-License-Identifier: Apache-2.0
# The slipring command. Build the jars before: ./slipring --version. Any base with Java 17 or newer, bash and sed will do.
ARG BASE_IMAGE=eclipse-temurin:17-jre
FROM ${BASE_IMAGE}

COPY slipring deploy/ready /opt/slipring/
COPY cli/target/lib /opt/slipring/cli/target/lib
COPY cli/target/slipring-cli.jar /opt/slipring/cli/target/
# State of `run`: a volume here has to be the user's.
RUN mkdir -p /var/lib/slipring && chown 10001:10001 /var/lib/slipring

USER 10001:10001
WORKDIR /var/lib/slipring
ENTRYPOINT ["/opt/slipring/slipring"]
CMD ["--help"]
